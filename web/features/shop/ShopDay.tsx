import { formatDay } from '#contract/dates.ts'
import { useShop } from './shopApi.ts'

/** The day of a moment, by the shop's calendar. */
export function ShopDay({ of }: { of: string }) {
  const { timeZone } = useShop()
  return <time dateTime={of}>{formatDay(of, timeZone)}</time>
}
