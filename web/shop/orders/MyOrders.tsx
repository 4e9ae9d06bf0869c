import { dayOf } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'
import { itemName } from '#contract/order-items.ts'
import type { Order } from '#contract/orders.ts'
import { TEXT } from '#contract/texts.ts'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { MY_ORDERS } from '#web/texts/account.ts'
import { CANCEL_ORDER } from '#web/texts/cancel-order.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ClaimOrders } from './ClaimOrders.tsx'
import { PAY_HASH, useMyOrdersInfiniteQuery } from './ordersApi.ts'

/** The user's orders, newest first: a table, or cards on a narrow page. */
export function MyOrders() {
  const query = useMyOrdersInfiniteQuery(undefined, { refetchOnMountOrArgChange: true })
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const email = useAppSelector(({ session }) => session.user?.email)
  const orders = data?.pages.flat()
  // The last page is empty when the page before it was full.
  const isAll = data?.pages.at(-1)?.length === 0
  const refetch = isFetchNextPageError ? fetchNextPage : query.refetch
  return (
    <section aria-labelledby="my-orders" className="grid content-start gap-6 lg:col-span-2">
      <h2 id="my-orders">{TEXT.myOrders}</h2>
      {!orders && !error && <Skeleton className="h-64" />}
      {orders && (orders.length > 0 ? <OrderTable orders={orders} /> : <NoOrders />)}
      {orders && orders.length > 0 && isAll && <p>{MY_ORDERS.noMore}</p>}
      <LoadFailure queries={[{ error, refetch }]} />
      {hasNextPage && (
        <Button
          variant="secondary"
          className="justify-self-start"
          isBusy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {MY_ORDERS.showOlder}
        </Button>
      )}
      {email && <ClaimOrders email={email} />}
    </section>
  )
}

const NoOrders = () => (
  <Panel>
    <EmptyState title={MY_ORDERS.none}>
      <p className="text-muted">{MY_ORDERS.noneHint}</p>
      <ButtonLink to="/shop">{MY_ORDERS.browse}</ButtonLink>
    </EmptyState>
  </Panel>
)

const HEADINGS = [MY_ORDERS.id, MY_ORDERS.date, MY_ORDERS.total, MY_ORDERS.paid, MY_ORDERS.shipped, TEXT.details]

const OrderTable = ({ orders }: { orders: Order[] }) => (
  <Panel>
    <table className="block w-full md:table">
      <thead className="hidden md:table-header-group">
        <tr>
          {HEADINGS.map((heading) => (
            <th key={heading} scope="col" className="py-3 pr-4 text-left">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block divide-y divide-line tabular-nums md:table-row-group">
        {orders.map((order) => (
          <OrderRow key={order._id} order={order} />
        ))}
      </tbody>
    </table>
  </Panel>
)

const CELL =
  'flex items-center justify-between before:content-[attr(data-label)] md:table-cell md:py-4 md:pr-4 md:before:hidden xl:whitespace-nowrap'

/** Number, photo and names of the pieces of an order. */
function ItemNames({ order: { number, orderItems } }: { order: Order }) {
  const [first, ...more] = orderItems
  return (
    <div className="flex min-w-0 items-center gap-4">
      {first && <Photo image={first.image} alt="" sizes="3.5rem" className="size-14 shrink-0 rounded-md" />}
      <div className="min-w-0">
        <p className="font-medium">{number}</p>
        {first && <p className="text-sm wrap-anywhere text-muted">{MY_ORDERS.pieces(itemName(first), more.length)}</p>}
      </div>
    </div>
  )
}

function OrderRow({ order }: { order: Order }) {
  const { timeZone } = useShop()
  return (
    <tr className="grid gap-3 py-5 max-md:first:pt-0 max-md:last:pb-0 md:table-row">
      <td className="md:py-4 md:pr-4" data-label={MY_ORDERS.id}>
        <ItemNames order={order} />
      </td>
      <td className={CELL} data-label={MY_ORDERS.date}>
        {dayOf(order.createdAt, timeZone)}
      </td>
      <td className={CELL} data-label={MY_ORDERS.total}>
        {formatDollars(order.totalPrice)}
      </td>
      <td className={CELL} data-label={MY_ORDERS.payment}>
        {order.canceledAt ? (
          <Badge kind="neutral">{CANCEL_ORDER.canceled}</Badge>
        ) : (
          <span className="inline-flex flex-wrap justify-end gap-1.5 md:justify-start">
            <Badge kind={order.isPaid ? 'good' : 'bad'}>{order.isPaid ? TEXT.paid : TEXT.notPaid}</Badge>
            {order.refunded > 0 && (
              <Badge kind="neutral">{order.isRefunded ? MY_ORDERS.refunded : MY_ORDERS.partlyRefunded}</Badge>
            )}
          </span>
        )}
      </td>
      <td className={CELL} data-label={MY_ORDERS.delivery}>
        <Badge kind={order.isDelivered ? 'good' : 'neutral'}>
          {order.isDelivered ? TEXT.shipped : TEXT.notShipped}
        </Badge>
      </td>
      <td className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 md:table-cell md:py-4 md:pr-4">
        {!order.isPaid && !order.canceledAt && order.orderItems.length > 0 && order.payment === 'none' && (
          <ButtonLink
            to={`/order/${order._id}${PAY_HASH}`}
            className="px-5 whitespace-nowrap"
            aria-label={MY_ORDERS.payNowFor(order.number)}
          >
            {MY_ORDERS.payNow}
          </ButtonLink>
        )}
        <ButtonLink
          to={`/order/${order._id}`}
          variant="quiet"
          aria-label={MY_ORDERS.ofOrder(TEXT.details, order.number)}
        >
          {TEXT.details}
        </ButtonLink>
      </td>
    </tr>
  )
}
