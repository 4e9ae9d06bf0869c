import { type FormEvent, useState } from 'react'
import { itemName } from '#contract/order-items.ts'
import type { Order } from '#contract/orders.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, SelectField } from '#web/ui/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import type { ReturnOffer, ReturnWish } from '../contract.ts'
import { RETURN_WORDS_MAX } from '../limits.ts'
import { useAskReturnMutation } from './returnsApi.ts'
import { ORDER_RETURNS } from './texts.ts'

type Props = { order: Order; offer: ReturnOffer }

/** How a buyer asks to return pieces: a sentence with a button, which opens the form. */
export function ReturnForm({ order, offer }: Props) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen)
    return (
      <Panel>
        <Fields order={order} offer={offer} onClose={() => setOpen(false)} />
      </Panel>
    )
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <p className="text-muted">{ORDER_RETURNS.open[offer.kind](offer.until)}</p>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {ORDER_RETURNS.ask}
      </Button>
    </div>
  )
}

const WISHES = Object.entries(ORDER_RETURNS.wishes) as [ReturnWish, string][]

function Fields({ order, offer, onClose }: Props & { onClose(): void }) {
  const [units, setUnits] = useState<Readonly<Record<number, number>>>({})
  const [wish, setWish] = useState<ReturnWish>('refund')
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [ask, { isLoading, error, reset }] = useAskReturnMutation()
  const items = Object.entries(units).flatMap(([line, qty]) => (qty > 0 ? [{ line: Number(line), qty }] : []))
  const send = (event: FormEvent) => {
    event.preventDefault()
    setMissing(items.length === 0)
    if (items.length > 0) void ask({ id: order._id, items, wish, reason })
  }
  return (
    <form onSubmit={send} className="grid gap-5">
      <fieldset className="grid">
        <legend className="mb-3 font-serif text-xl">{ORDER_RETURNS.which}</legend>
        {offer.items.map(({ line, qty }) => (
          <Line
            key={line}
            name={nameOf(order, line)}
            most={qty}
            chosen={units[line] ?? 0}
            onChoose={(count) => {
              setUnits({ ...units, [line]: count })
              setMissing(false)
            }}
          />
        ))}
        {offer.hasExempt && <p className="text-sm text-muted">{ORDER_RETURNS.exempt}</p>}
        {isMissing && (
          <p role="alert" className="text-sm font-medium text-bad">
            {ORDER_RETURNS.choose}
          </p>
        )}
      </fieldset>
      {offer.hasExchanges && (
        <RadioGroup<ReturnWish>
          legend={ORDER_RETURNS.wish}
          isLegendShown
          options={WISHES}
          value={wish}
          onChange={setWish}
        />
      )}
      <TextAreaField
        label={ORDER_RETURNS.reason}
        value={reason}
        maxLength={RETURN_WORDS_MAX}
        className="min-h-24"
        onChange={({ target }) => setReason(target.value)}
      />
      <p className="text-sm text-muted">{ORDER_RETURNS.postage[offer.postage]}</p>
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button isBusy={isLoading}>{ORDER_RETURNS.send}</Button>
        <Button type="button" variant="quiet" onClick={onClose}>
          {ORDER_RETURNS.keep}
        </Button>
      </div>
    </form>
  )
}

function nameOf({ orderItems }: Order, line: number) {
  const item = orderItems.find((one) => one.line === line)
  return item ? itemName(item) : ''
}

/** A longer list of options is hard to use. */
const MOST_OPTIONS = 100

type LineProps = { name: string; most: number; chosen: number; onChoose(qty: number): void }

const Line = ({ name, most, chosen, onChoose }: LineProps) =>
  most === 1 ? (
    <CheckField label={name} checked={chosen > 0} onChange={({ target }) => onChoose(target.checked ? 1 : 0)} />
  ) : (
    <SelectField
      label={ORDER_RETURNS.pieces(name)}
      value={chosen}
      onChange={({ target }) => onChoose(Number(target.value))}
    >
      {Array.from({ length: Math.min(most, MOST_OPTIONS) + 1 }, (_, qty) => qty).map((qty) => (
        <option key={qty}>{qty}</option>
      ))}
    </SelectField>
  )
