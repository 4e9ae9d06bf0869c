import { Suspense, useEffect } from 'react'
import { useParams } from 'react-router'
import { type OrderChange, orderChangeSentence } from '#contract/order-changes.ts'
import type { Order } from '#contract/orders.ts'
import { TEXT } from '#contract/texts.ts'
import { type ApiFailure, messageOf } from '../../api.ts'
import { useAppSelector } from '../../store.ts'
import { Alert } from '../../ui/Alert.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Head } from '../../ui/Head.tsx'
import { InView } from '../../ui/InView.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { OrderDesk } from './desk.ts'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderHeading } from './OrderHeading.tsx'
import { OrderPayment } from './OrderPayment.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { useOrderQuery, useVerifyOrderMutation } from './ordersApi.ts'
import { usePaying } from './paying.ts'

/** An order of the caller's: what it holds, how it stands, and, while it is unpaid, how to pay it. */
export default function OrderPage() {
  const { id = '' } = useParams()
  const { currentData: order, error } = useOrderQuery(id, { refetchOnMountOrArgChange: true })
  return (
    <div className="mx-auto grid w-full max-w-page gap-8 px-5 py-10 sm:px-8 lg:py-16 print:py-0">
      <Head title={order ? `Order ${order.number}` : 'Order'} noIndex />
      {order ? <OrderHeading order={order} /> : <h1>Order</h1>}
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
  const isPayable = isOwn && !order.isPaid
  const facts = <OrderFacts key="facts" order={order} />
  const summary = (
    <div key="summary" className="grid content-start gap-8 lg:col-span-2 lg:col-start-4 lg:row-start-1">
      <div className={isPayable ? '' : 'lg:sticky lg:top-24'}>
        <Panel>
          <OrderSummary figures={order} hasDiscount={(order.couponCode?.amount ?? 0) > 0} />
        </Panel>
      </div>
      {isPayable && (
        <div className="print:hidden">
          {isVerified ? <OrderPayment order={order} paying={paying} /> : <Skeleton className="h-96" />}
        </div>
      )}
    </div>
  )
  return (
    <>
      <Notices order={order} isThanked={paying.isThanked} />
      <div className="grid gap-8 lg:grid-cols-5 lg:gap-12">
        {/* What there is to do comes first. */}
        {isPayable ? [summary, facts] : [facts, summary]}
      </div>
      {user?.isAdmin && (
        <div className="print:hidden">
          <Suspense fallback={<Skeleton className="h-96" />}>
            <OrderDesk order={order} />
          </Suspense>
        </div>
      )}
    </>
  )
}

function Notices({ order, isThanked }: { order: Order; isThanked: boolean }) {
  const changes = order.isPaid ? [] : changesToTell(order.orderVerifyLog)
  if (changes.length === 0 && !isThanked) return null
  return (
    <div className="grid gap-3 print:hidden">
      {changes.map((change) => (
        <Alert key={change._id} kind="warning">
          {orderChangeSentence(change, order.totalPrice)}
        </Alert>
      ))}
      {isThanked && (
        <InView>
          <Alert kind="success">Thank you! Your payment has been received, and we are getting your order ready.</Alert>
        </InView>
      )}
    </div>
  )
}

/** Each change once: of several changes of prices the last one says it all. */
const changesToTell = (log: OrderChange[]) => {
  const repriced = log.findLast(({ kind }) => kind === 'prices_changed')
  return log.filter((change) => change.kind !== 'prices_changed' || change === repriced)
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
