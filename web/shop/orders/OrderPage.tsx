import { lazy, Suspense, use, useEffect, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { orderChangeSentence } from '#contract/order-changes.ts'
import type { Order, OrderChange } from '#contract/orders.ts'
import { isStaff } from '#contract/roles.ts'
import { TEXT } from '#contract/texts.ts'
import type { UserInfo } from '#contract/users.ts'
import { RequireUser } from '#web/shop/accounts/RequireUser.tsx'
import { CheckoutBars } from '#web/shop/layout/CheckoutBars.tsx'
import { CheckoutSteps } from '#web/shop/layout/CheckoutSteps.tsx'
import { isNotFound, LoadFailure, type LoadQuery } from '#web/shop/layout/LoadFailure.tsx'
import { CheckoutPartsContext } from '#web/shop/slots/checkout-parts.ts'
import { OrderDeskContext } from '#web/shop/slots/order-desk.ts'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { CANCEL_ORDER } from '#web/texts/cancel-order.ts'
import { ORDER_PAGE } from '#web/texts/checkout.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Head } from '#web/ui/Head.tsx'
import { InView } from '#web/ui/InView.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Parts } from '#web/ui/Parts.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { CancelOrder } from './CancelOrder.tsx'
import { DelayNotice } from './DelayNotice.tsx'
import { KeepOrder } from './KeepOrder.tsx'
import { LinkedOrder } from './LinkedOrder.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderHeading } from './OrderHeading.tsx'
import { OrderPayment } from './OrderPayment.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { LinkContext, useLinkKey } from './order-link.ts'
import { REPEATED_CALL, useOrderQuery, useVerifyOrderMutation } from './ordersApi.ts'
import { Thanks } from './Thanks.tsx'
import { usePaying } from './use-paying.ts'

const OrderStatus = lazy(() => import('./OrderStatus.tsx'))

/** An order: for its buyer with status and, while it is unpaid, the payment form; for admins in the seller's frame. */
export function OrderPage() {
  const linkKey = useLinkKey()
  const { Frame } = use(OrderDeskContext)
  const isRestored = useAppSelector(({ session }) => session.restored)
  const isAtDesk = useIsStaff()
  const ownOrder = (
    <RequireUser>
      <OrderView />
    </RequireUser>
  )
  const linkedOrder =
    linkKey && isRestored ? (
      <LinkedOrder linkKey={linkKey} otherwise={ownOrder}>
        <OrderView />
      </LinkedOrder>
    ) : (
      ownOrder
    )
  if (!isAtDesk) return linkedOrder
  return (
    <Suspense fallback={<LoadingFrame />}>
      <Frame>{linkedOrder}</Frame>
    </Suspense>
  )
}

/** The page while the code of the seller's frame loads. */
const LoadingFrame = () => (
  <main className="grid min-h-dvh content-start gap-8 px-5 py-8 sm:px-8">
    <Head title={ORDER_PAGE.title} noIndex />
    <h1>{ORDER_PAGE.title}</h1>
    <Skeleton className="h-96" />
  </main>
)

function OrderView() {
  const { id = '' } = useParams()
  const query = useOrderQuery(id, { refetchOnMountOrArgChange: true })
  const { currentData: order, error } = query
  const user = useAppSelector(({ session }) => session.user)
  const isPayable = order && isPayableBy(user, order)
  return (
    <>
      {isPayable && <CheckoutBars order={order} />}
      <div className="mx-auto grid w-full max-w-page gap-5 px-5 py-5 sm:gap-8 sm:px-8 sm:py-8 lg:py-12 print:py-0">
        <Head title={order ? ORDER_PAGE.numbered(order.number) : ORDER_PAGE.title} noIndex />
        {isPayable && (
          <div className="-mt-5 max-sm:-mx-5 sm:-mt-8 print:hidden">
            <CheckoutSteps current="pay" />
          </div>
        )}
        {!order && <h1>{ORDER_PAGE.title}</h1>}
        {!order && !isNotFound(error) && <LoadFailure queries={[query]} />}
        {order ? (
          <OrderScreen key={order._id} order={order} load={query} />
        ) : isNotFound(error) ? (
          <UnknownOrder />
        ) : (
          !error && <Skeleton className="h-96" />
        )}
      </div>
    </>
  )
}

const isPayableBy = (user: UserInfo | null, order: Order) =>
  order.user.email === user?.email && !order.isPaid && !order.canceledAt

/** `load` is the query of the order. */
function OrderScreen({ order, load }: { order: Order; load: LoadQuery }) {
  const user = useAppSelector(({ session }) => session.user)
  const paying = usePaying(order)
  // Only its owner pays or verifies an order, admins included.
  const isOwn = order.user.email === user?.email
  const isLink = use(LinkContext)
  const { isVerified, query } = useVerified(order, isOwn)
  const isPayable = isPayableBy(user, order)
  const summary = (
    <Panel>
      <OrderSummary figures={order} hasDiscount={(order.couponCode?.amount ?? 0) > 0} />
    </Panel>
  )
  const { Section, Foot } = use(OrderDeskContext)
  const desk = user && isStaff(user) && (
    <div className="print:hidden">
      <Suspense fallback={<Skeleton className="h-96" />}>
        <Section order={order} />
      </Suspense>
    </div>
  )
  const foot = (
    <div className="print:hidden">
      <Suspense>
        <Foot order={order} />
      </Suspense>
    </div>
  )
  const notices = (
    <>
      {/* The error of a payment comes first; while its outcome is unknown, the order is polled anyway. */}
      {!paying.problem && <LoadFailure queries={[load, query]} />}
      {isOwn && <DelayNotice order={order} />}
      <Notices order={order} isThanked={paying.isThanked} />
    </>
  )
  const cancel = isOwn && <CancelOrder order={order} />
  const { order: parts } = use(CheckoutPartsContext)
  if (isPayable)
    return (
      <>
        <div className="grid content-start gap-5 sm:gap-8 lg:grid-cols-5 lg:grid-rows-[auto_1fr] lg:gap-x-12">
          <div className="grid content-start gap-5 lg:col-span-3">
            <OrderHeading order={order} />
            {notices}
          </div>
          <div className="grid content-start gap-8 lg:col-span-2 lg:row-span-2">
            <div className="print:hidden">
              {isVerified ? <OrderPayment order={order} paying={paying} /> : <Skeleton className="h-96" />}
            </div>
            {summary}
          </div>
          <div className="grid content-start gap-8 lg:col-span-3">
            <OrderFacts order={order} />
            {cancel}
          </div>
        </div>
        {desk}
        {desk && foot}
      </>
    )
  return (
    <>
      <OrderHeading order={order} />
      {/* What the seller does with an order comes first, unless it is her own to pay. */}
      {desk}
      {notices}
      {isOwn && order.isPaid && (!order.isRefunded || order.isDelivered) && (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <OrderStatus order={order} />
        </Suspense>
      )}
      {isOwn && order.isPaid && (
        <Suspense>
          <Parts of={parts} props={{ order }} />
        </Suspense>
      )}
      <div className="grid gap-8 lg:grid-cols-5 lg:gap-12">
        <div className="grid content-start gap-8 lg:col-span-3">
          <OrderFacts order={order} isUnderDesk={Boolean(desk)} />
          {cancel}
        </div>
        <div className="grid content-start gap-8 lg:col-span-2">
          {summary}
          {order.isPaid && isOwn && !isLink && (
            // For users it is empty.
            <div className="empty:hidden print:hidden">
              <KeepOrder />
            </div>
          )}
        </div>
      </div>
      {desk && foot}
    </>
  )
}

function Notices({ order, isThanked }: { order: Order; isThanked: boolean }) {
  const [search, setSearch] = useSearchParams()
  const isRepeated = search.has(REPEATED_CALL) && !order.isPaid && !order.canceledAt
  const changes = order.isPaid || order.canceledAt ? [] : changesToTell(order.orderVerifyLog)
  if (changes.length === 0 && !isThanked && !order.canceledAt && !isRepeated) return null
  // Several changes share one new total, which appears once.
  const last = changes.findLast((change) => 'totalPrice' in change)
  return (
    <div className="grid gap-3 print:hidden">
      {isRepeated && (
        <Alert kind="info" onDismiss={() => setSearch({}, { replace: true })}>
          {ORDER_PAGE.repeated}
        </Alert>
      )}
      {order.canceledAt && <Alert kind="info">{CANCEL_ORDER.isCanceled}</Alert>}
      {changes.map((change) => (
        <Alert key={change._id} kind="warning">
          {orderChangeSentence(change, change === last ? order.totalPrice : undefined)}
        </Alert>
      ))}
      {isThanked && (
        <InView>
          <Thanks order={order} />
        </InView>
      )}
    </div>
  )
}

/** Each change once. Of several price changes only the last one counts. */
const changesToTell = (log: OrderChange[]) => {
  const priceChange = log.findLast(({ kind }) => kind === 'prices_changed')
  return log.filter((change) => change.kind !== 'prices_changed' || change === priceChange)
}

/** Verifies the order once, while no payment is running. Returns whether that is done, and its error. */
function useVerified({ _id, payment }: Order, isOwn: boolean) {
  const [verify, { error }] = useVerifyOrderMutation()
  // Once for good: a retry must not remove the form in which a card is being typed.
  const [isOver, setOver] = useState(false)
  const isNeeded = isOwn && payment === 'none' && !isOver
  useEffect(() => {
    if (isNeeded) verify(_id).then(() => setOver(true))
  }, [isNeeded, _id, verify])
  const query: LoadQuery = { error, refetch: () => verify(_id) }
  return { isVerified: !isNeeded, query }
}

const useIsStaff = () => useAppSelector(({ session: { user } }) => user !== null && isStaff(user))

/** Replaces a missing order: admins read that it was deleted, others that it is not theirs. */
function UnknownOrder() {
  const isAtDesk = useIsStaff()
  const list = isAtDesk
    ? { path: '/admin/orderlist', label: ORDER_PAGE.allOrders }
    : { path: '/profile', label: TEXT.myOrders }
  return (
    <EmptyState title={ORDER_PAGE.notFound}>
      <p>{isAtDesk ? ORDER_PAGE.perhapsDeleted : ORDER_PAGE.perhapsOthers}</p>
      <ButtonLink to={list.path}>{list.label}</ButtonLink>
    </EmptyState>
  )
}
