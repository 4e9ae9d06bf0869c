import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Stand } from '#contract/admin/orders.ts'
import type { Order } from '#contract/orders.ts'
import { ActionBar } from '#web/admin/frame/ActionBar.tsx'
import { focusFirstInvalid } from '#web/forms/focus.ts'
import { issuesOf, messageOf } from '#web/lib/api-failure.ts'
import type { ApiFailure } from '#web/lib/call-api.ts'
import { OrderSummary } from '#web/shop/orders/OrderSummary.tsx'
import { useAppDispatch } from '#web/shop/visitor/store.ts'
import { MANUAL_ORDER, STAND, UNSENT } from '#web/texts/admin-manual-orders.ts'
import { FAILURE } from '#web/texts/failure.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { StandingAlert } from '#web/ui/StandingAlert.tsx'
import { CartBar } from './CartBar.tsx'
import { DeliveryFields } from './DeliveryFields.tsx'
import {
  type Errors,
  type Fields,
  isUnpaid,
  type Line,
  type ManualDraft,
  priceQuestion,
  requestOf,
  withLine,
} from './manual-draft.ts'
import { PaymentAndBuyer } from './PaymentAndBuyer.tsx'
import { PieceLines } from './PieceLines.tsx'
import { StandTax } from './StandTax.tsx'
import { StandTiles } from './StandTiles.tsx'
import { sendSale } from './send-sales.ts'
import { productsAfter, standLines } from './stand-stock.ts'
import { forgetSale, keepSale, unitsIn, unsentSales, useUnsentSales } from './unsent-sales.ts'
import { useFigures } from './use-figures.ts'

type Props = {
  stand: Stand
  draft: ManualDraft
  userId: string
  /** Changes the draft as it is by then. */
  onChange(change: (draft: ManualDraft) => ManualDraft): void
  onAdded(order: Order): void
  /** The sale is kept on this device, for this many cents. */
  onKept(total: number): void
  onClear(): void
}

/** The tiles of the stand, the cart with everything that an order may have, and the bar with which it is sold. */
export function SaleForm({ stand: standOfShop, draft, userId, onChange, onAdded, onKept, onClear }: Props) {
  const { fields } = draft
  const unsentUnits = unitsIn(useUnsentSales().filter(({ order }) => order.key !== draft.key))
  const stand = { ...standOfShop, products: productsAfter(standOfShop.products, unsentUnits) }
  const lines = standLines(draft.lines, stand.products) ?? draft.lines
  const dispatch = useAppDispatch()
  const form = useRef<HTMLFormElement>(null)
  const cart = useRef<HTMLHeadingElement>(null)
  const figures = useFigures({ ...draft, lines }, stand)
  const { quote } = figures
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<{ message: string } | null>(null)
  const [errors, setErrors] = useState<Errors>({})
  const [refused, setRefused] = useState(0)
  const [isCartOpen, setCartOpen] = useState(false)
  const [status, setStatus] = useState('')
  useEffect(() => {
    if (refused > 0) focusFirstInvalid(document.getElementById('order-form'))
  }, [refused])
  const show = (found: Errors) => {
    setErrors(found)
    if (Object.keys(found).length === 0) return
    setCartOpen(true)
    setRefused((before) => before + 1)
  }
  const enter = (event: FormEvent<HTMLFormElement>) => {
    const { name, type } = event.target as HTMLInputElement
    if (type === 'radio' || type === 'checkbox') return
    choose(enteredIn(event.currentTarget))
    setErrors(({ [name as keyof Errors]: _, ...left }) => left)
  }
  const choose = (chosen: Partial<Fields>) =>
    onChange((before) => ({ ...before, fields: { ...before.fields, ...chosen } }))
  const changeLines = (changed: (lines: Line[]) => Line[]) => {
    setFailure(null)
    onChange((before) => ({ ...before, lines: changed(standLines(before.lines, stand.products) ?? before.lines) }))
  }
  const openCart = (isOpen: boolean) => {
    setCartOpen(isOpen)
    if (isOpen) setTimeout(() => cart.current?.focus())
  }
  const sell = async (paid: Fields['paid'], confirmsPrice: boolean) => {
    if (isSending || !quote || figures.isLoading) return
    // The browser may have filled a field in, or the ZIP code was tidied, without saying so.
    const entered = form.current ? enteredIn(form.current) : {}
    const sold = { ...draft, lines, fields: { ...fields, ...entered, paid } }
    const { order, errors: found } = requestOf(sold, quote.totalPrice, stand.isTaxIncluded)
    show(found)
    setFailure(null)
    if (Object.keys(found).length > 0) return
    setSending(true)
    const soldAt = new Date().toISOString()
    const sale = { user: userId, draft: sold, order: { ...order, confirmsPrice }, total: quote.totalPrice, soldAt }
    const refusedBefore = unsentSales().find((one) => one.order.key === order.key)
    // First of all, so that nothing is lost when the browser is closed, or the answer is.
    const isKept = !isUnpaid(sold.fields) && keepSale(sale)
    const sent = await sendSale(dispatch, sale)
    setSending(false)
    if ('isUnsent' in sent && isKept) return onKept(quote.totalPrice)
    if (refusedBefore && !('order' in sent)) keepSale(refusedBefore)
    else forgetSale(order.key)
    if ('order' in sent) return onAdded(sent.order)
    const noSignal = isUnpaid(sold.fields) ? UNSENT.needsSignal : FAILURE.unreachable
    setFailure({ message: 'refusal' in sent ? messageOf(sent.refusal) : noSignal })
    if ('refusal' in sent) show(fieldErrors(sent.refusal))
  }
  const question = quote && priceQuestion(draft, quote)
  const quoteFailure = figures.error
  return (
    <div id="order-form" className="flex grow flex-col">
      <div className="grow lg:grid lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start lg:gap-8">
        <section aria-label={MANUAL_ORDER.found} className={isCartOpen ? 'max-lg:hidden' : ''}>
          <StandTiles
            stand={stand}
            lines={lines}
            unsentUnits={unsentUnits}
            onAdd={(line) => {
              changeLines((before) => withLine(before, line))
              setErrors(({ pieces: _, ...left }) => left)
              setStatus(MANUAL_ORDER.added(line.name))
            }}
          />
        </section>
        <section aria-labelledby="cart" className={`grid gap-6 ${isCartOpen ? '' : 'max-lg:hidden'}`}>
          <Button
            type="button"
            variant="quiet"
            className="mx-0 justify-self-start lg:hidden"
            onClick={() => openCart(false)}
          >
            {STAND.backToTiles}
          </Button>
          <Panel>
            <div className="grid gap-4">
              <h2 id="cart" ref={cart} tabIndex={-1}>
                {MANUAL_ORDER.pieces}
              </h2>
              {lines.length === 0 ? (
                <p className="text-muted">{STAND.emptyCart}</p>
              ) : (
                <PieceLines
                  lines={lines}
                  onQty={(line, qty) =>
                    changeLines((before) => before.map((one) => (isSameLine(one, line) ? { ...one, qty } : one)))
                  }
                  onRemove={(line) => {
                    changeLines((before) => before.filter((one) => !isSameLine(one, line)))
                    setStatus(MANUAL_ORDER.removed(line.name))
                  }}
                />
              )}
              {errors.pieces && (
                <p role="alert" className="text-sm text-bad">
                  {errors.pieces}
                </p>
              )}
            </div>
          </Panel>
          {quote && (
            <Panel>
              <OrderSummary figures={quote} hasDiscount={quote.discount > 0} />
            </Panel>
          )}
          {fields.way === 'hand' && <StandTax stand={stand} />}
          <form
            ref={form}
            id="manual-order"
            onSubmit={(event) => event.preventDefault()}
            onInput={enter}
            noValidate
            className="grid gap-6"
          >
            <Panel>
              <div className="grid gap-6">
                <PaymentAndBuyer
                  draft={draft}
                  errors={errors}
                  onChoose={choose}
                  onEmails={(emails) => onChange((before) => ({ ...before, emails }))}
                />
              </div>
            </Panel>
            <Panel>
              <div className="grid gap-6">
                <DeliveryFields
                  fields={fields}
                  errors={errors}
                  quote={figures.shopQuote}
                  hasPickup={stand.hasPickup}
                  onChoose={choose}
                />
              </div>
            </Panel>
          </form>
        </section>
      </div>
      {(failure || quoteFailure !== undefined) && (
        <div className="mt-5">
          {failure ? (
            <Alert onDismiss={() => setFailure(null)}>{failure.message}</Alert>
          ) : (
            <StandingAlert of={quoteFailure}>{messageOf(quoteFailure)}</StandingAlert>
          )}
        </div>
      )}
      {lines.length > 0 && (
        <ActionBar label={MANUAL_ORDER.total}>
          <CartBar
            way={fields.way}
            paid={fields.paid}
            units={lines.reduce((sum, { qty }) => sum + qty, 0)}
            quote={quote}
            question={question}
            isBusy={isSending || figures.isLoading}
            isCartOpen={isCartOpen}
            onCart={openCart}
            onClear={onClear}
            onSell={sell}
          />
        </ActionBar>
      )}
      <p role="status" className="sr-only">
        {status}
      </p>
    </div>
  )
}

const isSameLine = (one: Line, other: Line) =>
  one.product === other.product && JSON.stringify(one.answers) === JSON.stringify(other.answers)

/** Radio buttons and check boxes report their changes by themselves. */
const CHOSEN = new Set(['way', 'method', 'paid', 'emails', 'gift'])

/** What the form shows now in the fields that it shows. */
function enteredIn(form: HTMLFormElement): Partial<Fields> {
  const entered = [...new FormData(form)].flatMap(([name, value]) =>
    CHOSEN.has(name) ? [] : [[name, String(value)] as const],
  )
  return Object.fromEntries(entered)
}

/** The errors by the fields' names: the last part of their paths. */
const fieldErrors = (failure: ApiFailure): Errors =>
  Object.fromEntries(issuesOf(failure).map(({ path, message }) => [path.split('.').at(-1) ?? '', message]))
