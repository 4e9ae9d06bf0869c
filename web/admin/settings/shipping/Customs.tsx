import { allCountries } from '#contract/countries.ts'
import { useAdminProductsQuery } from '#web/admin/calls/adminProductsApi.ts'
import { SHIPPING_PLAN_TEXTS } from '#web/texts/admin-shipping.ts'
import { SelectField } from '#web/ui/Field.tsx'
import { Link } from '#web/ui/Link.tsx'

const T = SHIPPING_PLAN_TEXTS

type Props = { origin: string; onChange(country: string): void }

/** What parcels need that go through customs: where pieces are made, and which pieces lack weight, HS code or name. */
export const Customs = ({ origin, onChange }: Props) => (
  <fieldset className="grid gap-4">
    <legend className="mb-4 font-semibold">{T.customs}</legend>
    <SelectField label={T.madeIn} hint={T.madeInHint} value={origin} onChange={({ target }) => onChange(target.value)}>
      {allCountries().map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
    <Lacking />
  </fieldset>
)

/** How many pieces have no weight, with a link to their list; nothing when all have one. */
export function Unweighed() {
  const count = useAdminProductsQuery('show=unweighed').data?.total
  if (!count) return null
  return (
    <p className="text-sm">
      <Link to="/admin/productlist?show=unweighed">{T.unweighed(count)}</Link>
      {T.countAsUsual}
    </p>
  )
}

/** Links to the lists of pieces that lack something. */
function Lacking() {
  const unweighed = useAdminProductsQuery('show=unweighed').data?.total
  const undeclared = useAdminProductsQuery('show=undeclared').data?.total
  if (unweighed === undefined || undeclared === undefined) return null
  if (unweighed + undeclared === 0) return <p className="text-sm text-muted">{T.allDeclared}</p>
  return (
    <ul className="grid gap-1">
      {unweighed > 0 && (
        <li>
          <Link to="/admin/productlist?show=unweighed">{T.unweighed(unweighed)}</Link>
        </li>
      )}
      {undeclared > 0 && (
        <li>
          <Link to="/admin/productlist?show=undeclared">{T.undeclared(undeclared)}</Link>
        </li>
      )}
    </ul>
  )
}
