import { formatDay } from '#contract/dates.ts'
import { useShop } from './use-shop.ts'

/** The day of a time, in the shop's time zone. */
export function ShopDay({ of }: { of: string }) {
  const { timeZone } = useShop()
  return <time dateTime={of}>{formatDay(of, timeZone)}</time>
}
