import { Suspense, useEffect } from 'react'
import { useParams } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { itemGone, TEXT } from '#contract/texts.ts'
import { type ApiFailure, messageOf } from '../../api.ts'
import { useAppSelector } from '../../store.ts'
import { Alert } from '../../ui/Alert.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Head } from '../../ui/Head.tsx'
import { InView } from '../../ui/InView.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { OrderDesk } from './desk.ts'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderPayment } from './OrderPayment.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { useOrderQuery, useVerifyOrderMutation } from './ordersApi.ts'
import { usePaying } from './paying.ts'

/** An order of the caller's: what it holds, how it stands, and, while it is unpaid, how to pay it. */
export default function OrderPage() {
  const { id = '' } = useParams()
  const { currentData: order, error } = useOrderQuery(id, { refetchOnMountOrArgChange: true })
  const title = order ? `Order ${order.number}` : 'Order'
  return (
    <div className="mx-auto grid w-full max-w-page gap-8 px-5 py-12 sm:px-8 lg:py-16">
      <Head title={title} noIndex />
      <h1>{title}</h1>
      {order ? (
        <OrderScreen key={order._id} order={order} />
      ) : error ? (
        <Unknown error={error} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </div>
  )
}

function OrderScreen({ order }: { order: Order }) {
  const user = useAppSelector(({ session }) => session.user)
  const paying = usePaying(order)
  // Only its owner pays or verifies an order, admins included (D41).
  const isOwn = order.user.email === user?.email
  const isVerified = useVerified(order, isOwn)
  return (
    <>
      {order.orderVerifyLog.map(({ _id, item }) => (
        <Alert key={_id} kind="warning">
          {itemGone(item)}
        </Alert>
      ))}
      {paying.isThanked && (
        <InView>
          <Alert kind="success">Thank you! Your payment has been received, and we are getting your order ready.</Alert>
        </InView>
      )}
      <div className="grid items-start gap-8 lg:grid-cols-5 lg:gap-12">
        <OrderFacts order={order} />
        <div className="grid gap-8 lg:col-span-2">
          <OrderSummary figures={order} hasDiscount={(order.couponCode?.amount ?? 0) > 0} />
          {!order.isPaid &&
            isOwn &&
            (isVerified ? <OrderPayment order={order} paying={paying} /> : <Skeleton className="h-96" />)}
        </div>
      </div>
      {user?.isAdmin && (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <OrderDesk order={order} />
        </Suspense>
      )}
    </>
  )
}

/** Has the order's stock looked at once, while nothing is being paid; whether that is over. */
function useVerified({ _id, payment }: Order, isOwn: boolean) {
  const [verify, { isSuccess, isError }] = useVerifyOrderMutation()
  const isNeeded = isOwn && payment === 'none' && !isSuccess && !isError
  useEffect(() => {
    if (isNeeded) verify(_id)
  }, [isNeeded, _id, verify])
  return !isNeeded
}

function Unknown({ error }: { error: unknown }) {
  const isMissing = [400, 404].includes((error as ApiFailure).status)
  if (!isMissing) return <Alert>{messageOf(error)}</Alert>
  return (
    <EmptyState title="There is no such order">
      <p>It may belong to another account.</p>
      <ButtonLink to="/profile">{TEXT.myOrders}</ButtonLink>
    </EmptyState>
  )
}
