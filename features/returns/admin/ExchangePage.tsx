import { type FormEvent, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { parseCents } from '#contract/amounts.ts'
import { toDollars } from '#contract/money.ts'
import { itemName } from '#contract/order-items.ts'
import { ActionBar } from '#web/admin/frame/ActionBar.tsx'
import { itemsOf, type Line, withLine } from '#web/admin/orders/manual/manual-draft.ts'
import { useStandQuery } from '#web/admin/orders/manual/manualOrdersApi.ts'
import { PieceLines } from '#web/admin/orders/manual/PieceLines.tsx'
import { StandTiles } from '#web/admin/orders/manual/StandTiles.tsx'
import { messageOf } from '#web/lib/api-failure.ts'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { OrderSummary } from '#web/shop/orders/OrderSummary.tsx'
import { MANUAL_ORDER } from '#web/texts/admin-manual-orders.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { CheckField, Field } from '#web/ui/Field.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StandingAlert } from '#web/ui/StandingAlert.tsx'
import { useSettled } from '#web/ui/use-settled.ts'
import type { AdminReturn } from '../admin-contract.ts'
import { useAdminReturnQuery, useExchangeQuoteQuery, useExchangeReturnMutation } from './adminReturnsApi.ts'
import { EXCHANGE } from './texts.ts'

const NONE_UNSENT: ReadonlyMap<string, number> = new Map()
const PAUSE_MS = 300

/** Exchanges an accepted return: the seller chooses what the buyer gets, and the buyer pays the difference by a link. */
export default function ExchangePage() {
  const { id = '' } = useParams()
  const query = useAdminReturnQuery(id, { refetchOnMountOrArgChange: true })
  const { currentData: one } = query
  const [left, setLeft] = useState(0)
  return (
    <section aria-labelledby="exchange" className="grid gap-6">
      <Head title={EXCHANGE.title} noIndex />
      <header className="grid gap-1">
        <h1 id="exchange">{EXCHANGE.title}</h1>
        {one?.state === 'accepted' && (
          <p className="max-w-prose text-muted">{EXCHANGE.comesBack(piecesOf(one), one.order.number)}</p>
        )}
      </header>
      <LoadFailure queries={[query]} />
      {query.isLoading && <Skeleton className="h-96" />}
      {one && <Exchange one={one} left={left} onExchanged={setLeft} />}
    </section>
  )
}

const piecesOf = ({ items }: AdminReturn) => items.map((item) => `${item.qty} × ${itemName(item)}`).join(', ')

type ExchangeProps = { one: AdminReturn; left: number; onExchanged(left: number): void }

function Exchange({ one, left, onExchanged }: ExchangeProps) {
  if (one.exchange) return <Exchanged one={one} left={left} />
  if (one.state === 'accepted') return <ExchangeForm id={one._id} onExchanged={onExchanged} />
  return (
    <Panel>
      <div className="grid justify-items-start gap-4">
        <p>{EXCHANGE.notNow}</p>
        <ButtonLink to={`/order/${one.order._id}`} variant="secondary">
          {EXCHANGE.back}
        </ButtonLink>
      </div>
    </Panel>
  )
}

function Exchanged({ one: { exchange, order }, left }: { one: AdminReturn; left: number }) {
  if (!exchange) return null
  return (
    <Panel>
      <div className="grid gap-4" role="status">
        <h2>{EXCHANGE.done(exchange.number)}</h2>
        <p>{exchange.isPaid ? EXCHANGE.isPaid : EXCHANGE.linkSent}</p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <ButtonLink to={`/order/${exchange._id}`} variant={left > 0 ? 'quiet' : 'primary'}>
            {EXCHANGE.open}
          </ButtonLink>
          {left > 0 && <ButtonLink to={`/order/${order._id}#refund`}>{EXCHANGE.refund(left)}</ButtonLink>}
        </div>
      </div>
    </Panel>
  )
}

function ExchangeForm({ id, onExchanged }: { id: string; onExchanged(left: number): void }) {
  const stand = useStandQuery(undefined, { refetchOnMountOrArgChange: true })
  const [lines, setLines] = useState<Line[]>([])
  const [shipping, setShipping] = useState('0.00')
  const [restocks, setRestocks] = useState(false)
  const chosen = useRef<HTMLHeadingElement>(null)
  const [exchange, { isLoading, error, reset }] = useExchangeReturnMutation()
  const shippingCents = parseCents(shipping)
  const asked = { orderItems: itemsOf(lines), shipping: toDollars(shippingCents ?? 0) }
  const wanted = JSON.stringify(asked)
  const settled = useSettled(wanted, PAUSE_MS)
  const quote = useExchangeQuoteQuery(
    { id, ...(JSON.parse(settled) as typeof asked) },
    { skip: lines.length === 0 || settled !== wanted, refetchOnMountOrArgChange: true },
  )
  const figures = lines.length > 0 ? quote.currentData : undefined
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!figures || shippingCents === null) return
    const { totalPrice } = figures.figures
    const { data } = await exchange({ id, ...asked, restock: restocks, totalPrice: toDollars(totalPrice) })
    if (data) onExchanged(figures.left)
  }
  const quoteError = lines.length > 0 && !figures ? quote.error : undefined
  return (
    <div className="flex flex-col">
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start lg:gap-8">
        <LoadFailure queries={[stand]} />
        {stand.isLoading && <Skeleton className="h-96" />}
        {stand.data && (
          <StandTiles
            stand={stand.data}
            lines={lines}
            unsentUnits={NONE_UNSENT}
            onAdd={(line) => setLines((before) => withLine(before, line))}
          />
        )}
        <form onSubmit={send} noValidate className="grid gap-6">
          <Panel>
            <div className="grid gap-4">
              <h2 ref={chosen} tabIndex={-1} className="scroll-my-24">
                {EXCHANGE.chosen}
              </h2>
              {lines.length === 0 && <p className="text-muted">{EXCHANGE.nothing}</p>}
              {lines.length > 0 && (
                <PieceLines
                  lines={lines}
                  onQty={(line, qty) =>
                    setLines((before) => before.map((other) => (other === line ? { ...other, qty } : other)))
                  }
                  onRemove={(line) => setLines((before) => before.filter((other) => other !== line))}
                />
              )}
              <Field
                label={EXCHANGE.shipping}
                hint={EXCHANGE.shippingHint}
                inputMode="decimal"
                autoComplete="off"
                value={shipping}
                error={shippingCents === null ? MANUAL_ORDER.amountWrong : undefined}
                onChange={({ target }) => setShipping(target.value)}
              />
              <CheckField
                label={EXCHANGE.restock}
                hint={EXCHANGE.restockHint}
                checked={restocks}
                onChange={({ target }) => setRestocks(target.checked)}
              />
            </div>
          </Panel>
          {figures && (
            <Panel>
              <OrderSummary figures={figures.figures} hasDiscount />
            </Panel>
          )}
          {figures && figures.left > 0 && <Alert kind="info">{EXCHANGE.left(figures.left)}</Alert>}
          {quoteError && <StandingAlert of={quoteError}>{messageOf(quoteError)}</StandingAlert>}
          {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
          <Button isBusy={isLoading || (lines.length > 0 && !figures && !quoteError)} disabled={!figures}>
            {figures ? EXCHANGE.send(figures.figures.totalPrice) : EXCHANGE.title}
          </Button>
        </form>
      </div>
      {lines.length > 0 && (
        <div className="contents lg:hidden">
          <ActionBar label={EXCHANGE.chosen}>
            <p className="grow tabular-nums">{figures && EXCHANGE.toPay(figures.figures.totalPrice)}</p>
            <Button type="button" onClick={() => chosen.current?.focus()}>
              {EXCHANGE.next}
            </Button>
          </ActionBar>
        </div>
      )}
    </div>
  )
}
