import type { AdminProduct } from '#contract/admin/products.ts'
import { formatMoment } from '#contract/dates.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Link } from '#web/ui/Link.tsx'
import { IN_SALE } from './texts.ts'

/** Says that a product is in a sale. */
export function InSaleNotice({ product: { inSale } }: { product: AdminProduct }) {
  const { timeZone } = useShop()
  if (!inSale) return null
  const { _id, name, endsAt } = inSale
  return (
    <Alert kind="info">
      {IN_SALE.running(name, formatMoment(endsAt, timeZone))}{' '}
      <Link to={`/admin/sales/${_id}/edit`}>{IN_SALE.open}</Link>
    </Alert>
  )
}
