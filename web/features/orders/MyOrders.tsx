import { useState } from 'react'
import { dayOf } from '#contract/dates.ts'
import { MY_ORDERS_PAGE_SIZE } from '#contract/defaults.ts'
import { formatDollars } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { TEXT } from '#contract/texts.ts'
import { MY_ORDERS } from '../../texts/account.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { LoadFailure } from '../layout/LoadFailure.tsx'
import { useShop } from '../shop/shopApi.ts'
import { useMyOrdersQuery } from './ordersApi.ts'

/** The caller's orders, newest first: a table, or a stack of cards where the page is narrow. */
export const MyOrders = () => (
  <section aria-labelledby="my-orders" className="grid content-start gap-6 lg:col-span-2">
    <h2 id="my-orders">{TEXT.myOrders}</h2>
    <OrdersOn page={1} />
  </section>
)

/** A page of them, and behind it, if it is full, the way to those before. */
function OrdersOn({ page }: { page: number }) {
  const query = useMyOrdersQuery(page, { refetchOnMountOrArgChange: true })
  const { data: orders, error } = query
  return (
    <>
      <LoadFailure queries={[query]} />
      {!orders && !error && <Skeleton className="h-64" />}
      {orders?.length === 0 && (page === 1 ? <NoOrders /> : <p>{MY_ORDERS.noMore}</p>)}
      {orders && orders.length > 0 && <OrderTable orders={orders} />}
      {orders?.length === MY_ORDERS_PAGE_SIZE && <OlderOrders page={page + 1} />}
    </>
  )
}

function OlderOrders({ page }: { page: number }) {
  const [isShown, setShown] = useState(false)
  if (isShown) return <OrdersOn page={page} />
  return (
    <Button variant="secondary" className="justify-self-start" onClick={() => setShown(true)}>
      {MY_ORDERS.showOlder}
    </Button>
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
  'flex items-center justify-between before:content-[attr(data-label)] md:table-cell md:py-4 md:pr-4 md:before:hidden'

function OrderRow({ order }: { order: Order }) {
  const { timeZone } = useShop()
  return (
    <tr className="grid gap-3 py-5 md:table-row">
      <td className={CELL} data-label={MY_ORDERS.id}>
        {order.number}
      </td>
      <td className={CELL} data-label={MY_ORDERS.date}>
        {dayOf(order.createdAt, timeZone)}
      </td>
      <td className={CELL} data-label={MY_ORDERS.total}>
        {formatDollars(order.totalPrice)}
      </td>
      <td className={CELL} data-label={MY_ORDERS.payment}>
        <Badge kind={order.isPaid ? 'good' : 'bad'}>{order.isPaid ? TEXT.paid : TEXT.notPaid}</Badge>
      </td>
      <td className={CELL} data-label={MY_ORDERS.delivery}>
        <Badge kind={order.isDelivered ? 'good' : 'neutral'}>
          {order.isDelivered ? TEXT.shipped : TEXT.notShipped}
        </Badge>
      </td>
      <td className={CELL} data-label="">
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
