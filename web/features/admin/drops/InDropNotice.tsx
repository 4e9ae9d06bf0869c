import type { AdminProduct } from '#contract/admin/products.ts'
import { formatMoment } from '#contract/dates.ts'
import { IN_DROP } from '../../../texts/admin-drops.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Link } from '../../../ui/Link.tsx'
import { useShop } from '../../shop/use-shop.ts'

/** Says that a product is in a drop that has not ended. */
export function InDropNotice({ drop: { _id, name, state, startsAt } }: { drop: NonNullable<AdminProduct['inDrop']> }) {
  const { timeZone } = useShop()
  if (state !== 'planned' && state !== 'line') return null
  return (
    <Alert kind="info">
      {state === 'planned' ? IN_DROP.planned(name, formatMoment(startsAt, timeZone)) : IN_DROP.line(name)}{' '}
      <Link to={`/admin/drops/${_id}/edit`}>{IN_DROP.open}</Link>
    </Alert>
  )
}
