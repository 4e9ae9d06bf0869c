import { formatDay } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'
import { useOrdersOfUserQuery } from '#features/history/admin/historyApi.ts'
import { pastOrderTable } from '#features/history/admin/past-order-table.tsx'
import { ORDERS_OF_USER, PAST_ORDERS } from '#features/history/admin/texts.ts'
import { DataTable } from '#web/admin/lists/DataTable.tsx'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** The orders of an account, and beside them those that its email address placed in other shops. */
export function OrdersOfUser({ userId }: { userId: string }) {
  const query = useOrdersOfUserQuery(userId, { refetchOnMountOrArgChange: true })
  const { currentData, error } = query
  const { timeZone } = useShop()
  return (
    <section aria-labelledby="orders-of-user" className="grid gap-6">
      <h2 id="orders-of-user">{ORDERS_OF_USER.heading}</h2>
      <LoadFailure queries={[query]} />
      {!currentData && !error && <Skeleton className="h-24" />}
      {currentData && (
        <section aria-labelledby="orders-here" className="grid gap-3">
          <h3 id="orders-here" className="text-lg">
            {ORDERS_OF_USER.here}
          </h3>
          {currentData.orders.length === 0 && <p className="text-muted">{ORDERS_OF_USER.none}</p>}
          <ul className="divide-y divide-line rounded-lg border border-line bg-card px-5 shadow-sm empty:hidden">
            {currentData.orders.map(({ _id, number, createdAt, totalPrice, isPaid }) => (
              <li key={_id} className="flex flex-wrap items-center gap-x-6 gap-y-1 py-2">
                <Link to={`/order/${_id}`} className="inline-flex min-h-11 items-center font-medium">
                  {ORDERS_OF_USER.order(number)}
                </Link>
                <span className="text-sm text-muted">{formatDay(createdAt, timeZone)}</span>
                {!isPaid && <Badge kind="neutral">{ORDERS_OF_USER.unpaid}</Badge>}
                <span className="ml-auto tabular-nums">{formatDollars(totalPrice)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {currentData && currentData.pastOrders.length > 0 && (
        <section aria-labelledby="orders-elsewhere" className="grid gap-3">
          <h3 id="orders-elsewhere" className="text-lg">
            {ORDERS_OF_USER.elsewhere}
          </h3>
          <p className="text-sm text-muted">{ORDERS_OF_USER.about}</p>
          <DataTable caption={PAST_ORDERS.caption} {...pastOrderTable(currentData.pastOrders)} />
        </section>
      )}
    </section>
  )
}
