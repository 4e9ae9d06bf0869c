import { Suspense, use, useEffect, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { orderChangeSentence } from '#contract/order-changes.ts'
import type { Order, OrderChange } from '#contract/orders.ts'
import { TEXT } from '#contract/texts.ts'
import type { UserInfo } from '#contract/users.ts'
import { useAppSelector } from '../../store.ts'
import { CANCEL_ORDER } from '../../texts/cancel-order.ts'
import { ORDER_PAGE } from '../../texts/checkout.ts'
import { Alert } from '../../ui/Alert.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Head } from '../../ui/Head.tsx'
import { InView } from '../../ui/InView.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { RequireUser } from '../accounts/RequireUser.tsx'
import { CheckoutSteps } from '../checkout/CheckoutSteps.tsx'
import { isNotFound, LoadFailure, type LoadQuery } from '../layout/LoadFailure.tsx'
import { CancelOrder } from './CancelOrder.tsx'
import { DelayNotice } from './DelayNotice.tsx'
import { KeepOrder } from './KeepOrder.tsx'
import { LinkedOrder } from './LinkedOrder.tsx'
import { AdminOrderSection, SellerFrame } from './lazy-admin-panel.ts'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderHeading } from './OrderHeading.tsx'
import { OrderPayment } from './OrderPayment.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { LinkContext, useLinkKey } from './order-link.ts'
import { REPEATED, useOrderQuery, useVerifyOrderMutation } from './ordersApi.ts'
import { PayNotice } from './PayNotice.tsx'
import { Thanks } from './Thanks.tsx'
import { usePaying } from './use-paying.ts'

/** An order: for its buyer with status and, while it is unpaid, the payment form; for admins in the seller's frame. */
export default function OrderPage() {
  const linkKey = useLinkKey()
  const restored = useAppSelector(({ session }) => session.restored)
  const isAdmin = useAppSelector(({ session }) => session.user?.isAdmin)
  const own = (
    <RequireUser>
      <OrderView />
    </RequireUser>
  )
  const shown =
    linkKey && restored ? (
      <LinkedOrder linkKey={linkKey} otherwise={own}>
        <OrderView />
      </LinkedOrder>
    ) : (
      own
    )
  if (!isAdmin) return shown
  return (
    <Suspense fallback={<LoadingFrame />}>
      <SellerFrame>{shown}</SellerFrame>
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
  return (
    <div className="mx-auto grid w-full max-w-page gap-8 px-5 py-8 sm:px-8 lg:py-12 print:py-0">
      <Head title={order ? ORDER_PAGE.numbered(order.number) : ORDER_PAGE.title} noIndex />
      {order && isPayableBy(user, order) && (
        <div className="print:hidden">
          <CheckoutSteps current="pay" />
        </div>
      )}
      {order ? <OrderHeading order={order} /> : <h1>{ORDER_PAGE.title}</h1>}
      {!order && !isNotFound(error) && <LoadFailure queries={[query]} />}
      {order ? (
        <OrderScreen key={order._id} order={order} load={query} />
      ) : isNotFound(error) ? (
        <Unknown />
      ) : (
        !error && <Skeleton className="h-96" />
      )}
    </div>
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
  const desk = user?.isAdmin && (
    <div className="print:hidden">
      <Suspense fallback={<Skeleton className="h-96" />}>
        <AdminOrderSection order={order} />
      </Suspense>
    </div>
  )
  return (
    <>
      {/* What the seller does with an order comes first, unless it is her own to pay. */}
      {!isPayable && desk}
      {/* The error of a payment comes first; while its outcome is unknown, the order is polled anyway. */}
      {!paying.problem && <LoadFailure queries={[load, query]} />}
      {isPayable && order.payment === 'none' && order.orderItems.length > 0 && <PayNotice order={order} />}
      {isOwn && <DelayNotice order={order} />}
      <Notices order={order} isThanked={paying.isThanked} />
      {order.isPaid && isOwn && !isLink && (
        // For users it is empty.
        <div className="empty:hidden print:hidden">
          <KeepOrder />
        </div>
      )}
      <div className="grid gap-8 lg:grid-cols-5 lg:gap-12">
        {/* An unpaid order shows the payment first. */}
        {isPayable ? [summary, facts] : [facts, summary]}
      </div>
      {isOwn && <CancelOrder order={order} />}
      {isPayable && desk}
    </>
  )
}

function Notices({ order, isThanked }: { order: Order; isThanked: boolean }) {
  const [search, setSearch] = useSearchParams()
  const isRepeated = search.has(REPEATED) && !order.isPaid && !order.canceledAt
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
  const repriced = log.findLast(({ kind }) => kind === 'prices_changed')
  return log.filter((change) => change.kind !== 'prices_changed' || change === repriced)
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

/** Replaces a missing order: admins read that it was deleted, others that it is not theirs. */
function Unknown() {
  const isAdmin = useAppSelector(({ session }) => session.user?.isAdmin)
  const list = isAdmin
    ? { path: '/admin/orderlist', label: ORDER_PAGE.allOrders }
    : { path: '/profile', label: TEXT.myOrders }
  return (
    <EmptyState title={ORDER_PAGE.notFound}>
      <p>{isAdmin ? ORDER_PAGE.perhapsDeleted : ORDER_PAGE.perhapsOthers}</p>
      <ButtonLink to={list.path}>{list.label}</ButtonLink>
    </EmptyState>
  )
}
