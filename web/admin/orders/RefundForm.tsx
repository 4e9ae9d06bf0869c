import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { REFUND_REASON_MAX, type Refundable } from '#contract/admin/orders.ts'
import { parseCents } from '#contract/amounts.ts'
import { formatDecimal } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { REFUND } from '#web/texts/admin-orders.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { CheckField, Field } from '#web/ui/Field.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useRefundableQuery, useRefundOrderMutation } from './adminOrdersApi.ts'
import { RefundPieces } from './RefundPieces.tsx'
import { amountOf, chosenItems, isNothing, type Pieces, piecesNamed } from './refund-choice.ts'

/** Refunds a paid order: all that is left, some pieces and the shipping, or an amount. */
export function RefundForm({ order }: { order: Order }) {
  const left = order.totalPrice - order.refunded
  const confirmation = useRef<HTMLParagraphElement>(null)
  // A refund takes the button with it that had the focus. It is not taken from somebody who is typing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refund
  useEffect(() => {
    if (document.activeElement === document.body) confirmation.current?.focus()
  }, [order.refunded])
  return (
    <section aria-labelledby="refund" className="grid content-start gap-4">
      <h3 id="refund" className="sr-only">
        {REFUND.title}
      </h3>
      {order.refunded > 0 && (
        <p ref={confirmation} role="status" tabIndex={-1} className="scroll-my-24">
          {REFUND.refunded(order.refunded)}
        </p>
      )}
      {left > 0 ? <Ways key={left} order={order} /> : <NothingLeft order={order} />}
    </section>
  )
}

/** Whether a refund on its way restocks all pieces that are not back in stock yet. */
const isRestockUnderWay = ({ items }: Refundable) => items.every(({ qty, restocked }) => restocked === qty)

/**
 * All money is refunded. The items may not be back in stock: a refund made in the card service's dashboard does not
 * move them.
 */
function NothingLeft({ order: { _id: id, number, isRestocked } }: { order: Order }) {
  const [refund, { isLoading, error, reset }] = useRefundOrderMutation()
  const query = useRefundableQuery(id, { skip: isRestocked, refetchOnMountOrArgChange: true })
  const willRestock = isRestocked || (query.currentData && isRestockUnderWay(query.currentData))
  return (
    <>
      <p className="text-muted">
        {REFUND.all} {willRestock && REFUND.restocked}
      </p>
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      {!isRestocked && query.error && <LoadFailure queries={[query]} />}
      {!willRestock && query.currentData && (
        <ConfirmButton
          variant="secondary"
          className="justify-self-start"
          sentence={REFUND.restockOnly(number)}
          action={REFUND.restockAction}
          onConfirm={() => refund({ id, restock: true })}
          isBusy={isLoading}
        >
          {REFUND.restock}
        </ConfirmButton>
      )}
    </>
  )
}

function Ways({ order }: { order: Order }) {
  const query = useRefundableQuery(order._id, { refetchOnMountOrArgChange: true })
  const [search, setSearch] = useSearchParams()
  const named = search.get(REFUNDED_PIECES) ?? ''
  const forgetNamed = () => named && setSearch({}, { replace: true, preventScrollReset: true })
  const { currentData } = query
  if (currentData) {
    const start = piecesNamed(named, currentData)
    return <RefundFields key={named} {...{ order, start }} refundable={currentData} onRefunded={forgetNamed} />
  }
  return query.error ? <LoadFailure queries={[query]} /> : <Skeleton className="h-64" />
}

/** The query of an order's page that chooses the pieces: `1x2,3x1` are units by lines. */
const REFUNDED_PIECES = 'refund'

type Way = keyof typeof REFUND.ways
const WAYS = Object.entries(REFUND.ways) as [Way, string][]

/** `start` are the pieces that are chosen at first. */
type FieldsProps = { order: Order; refundable: Refundable; start: Pieces; onRefunded(): void }

function RefundFields({ order, refundable, start, onRefunded }: FieldsProps) {
  const { left } = refundable
  const [way, setWay] = useState<Way>(isNothing(start) ? 'all' : 'pieces')
  const [wantsRestock, setWantsRestock] = useState(false)
  const [pieces, setPieces] = useState(start)
  // What is typed in the place of the amount that the pieces come to.
  const [typed, setTyped] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const [tellReason, setTellReason] = useState(false)
  const [refund, { isLoading, error, reset }] = useRefundOrderMutation()
  const proposed = way === 'pieces' ? amountOf(order, refundable, pieces) : left
  const text = way === 'all' || typed === null ? formatDecimal(proposed) : typed
  const amount = parseCents(text) ?? 0
  const isEmpty = way === 'pieces' && isNothing(pieces)
  const isRestockOnly = way === 'pieces' && !isEmpty && proposed === 0 && typed === null
  const isRight = !isEmpty && (isRestockOnly || (amount > 0 && amount <= left))
  const restock = way === 'all' ? wantsRestock : way === 'pieces' && chosenItems(pieces).some((one) => one.restock > 0)
  const send = () => {
    const told = reason.trim() ? { reason, tellReason } : {}
    const byHand = typed === null ? {} : { amount }
    if (way === 'all') return refund({ id: order._id, amount: left, restock, ...told })
    if (way === 'amount') return refund({ id: order._id, amount, restock: false, ...told })
    const items = chosenItems(pieces)
    const parts = { ...(items.length > 0 && { items }), ...(pieces.withShipping && { shipping: true }) }
    return refund({ id: order._id, restock: false, ...parts, ...byHand, ...told })
  }
  const confirm = async () => {
    const { error: failure } = await send()
    if (!failure) onRefunded()
  }
  const action = isRestockOnly ? REFUND.restockAction : REFUND.buttonOf(amount)
  const stock = restock ? REFUND.restocks : REFUND.doesNotRestock
  return (
    <div className="grid gap-4">
      <RadioGroup
        legend={REFUND.what}
        options={WAYS}
        value={way}
        onChange={(chosen) => {
          setWay(chosen)
          setTyped(null)
        }}
      />
      {way === 'pieces' && (
        <RefundPieces
          refundable={refundable}
          shipping={refundable.shippingCost}
          pieces={pieces}
          onChange={(chosen) => {
            setPieces(chosen)
            setTyped(null)
          }}
        />
      )}
      <Field
        label={REFUND.amount}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        readOnly={way === 'all'}
        {...(!isRight && !isEmpty && { error: REFUND.amountWrong(left) })}
        onChange={({ target }) => setTyped(target.value)}
      />
      {way === 'all' && (
        <CheckField
          label={REFUND.restock}
          checked={wantsRestock}
          onChange={({ target }) => setWantsRestock(target.checked)}
        />
      )}
      <Field
        label={REFUND.reason}
        value={reason}
        maxLength={REFUND_REASON_MAX}
        autoComplete="off"
        onChange={({ target }) => setReason(target.value)}
      />
      {reason.trim() && (
        <CheckField
          label={REFUND.tellReason}
          hint={tellReason ? undefined : REFUND.reasonHidden}
          checked={tellReason}
          onChange={({ target }) => setTellReason(target.checked)}
        />
      )}
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      <ConfirmButton
        variant="secondary"
        className="justify-self-start"
        sentence={isRestockOnly ? REFUND.restockPieces : `${backTo(order, amount)} ${stock}`}
        action={action}
        onConfirm={confirm}
        disabled={!isRight}
        isBusy={isLoading}
      >
        {isRight ? action : REFUND.button}
      </ConfirmButton>
    </div>
  )
}

const backTo = ({ paidBy, user }: Order, amount: number) =>
  paidBy ? REFUND.byHand(amount, user.name) : REFUND.toCard(amount, user.name)
