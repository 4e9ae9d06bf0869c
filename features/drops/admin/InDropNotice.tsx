import type { AdminProduct } from '#contract/admin/products.ts'
import { formatMoment } from '#contract/dates.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Link } from '#web/ui/Link.tsx'
import { IN_DROP } from './texts.ts'

/** Says that a product is in a drop that has not ended. */
export function InDropNotice({ product: { inDrop } }: { product: AdminProduct }) {
  const { timeZone } = useShop()
  if (inDrop?.state !== 'planned' && inDrop?.state !== 'line') return null
  const { _id, name, state, startsAt } = inDrop
  return (
    <Alert kind="info">
      {state === 'planned' ? IN_DROP.planned(name, formatMoment(startsAt, timeZone)) : IN_DROP.line(name)}{' '}
      <Link to={`/admin/drops/${_id}/edit`}>{IN_DROP.open}</Link>
    </Alert>
  )
}
