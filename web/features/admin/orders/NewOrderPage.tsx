import { type FormEvent, useEffect, useRef, useState } from 'react'
import { formatDollars } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { codeOf, issuesOf, messageOf } from '../../../api-failure.ts'
import type { ApiFailure } from '../../../call-api.ts'
import { focusFirstInvalid } from '../../../forms/focus.ts'
import { MANUAL_ORDER } from '../../../texts/admin-manual-orders.ts'
import { Button } from '../../../ui/Button.tsx'
import { CheckField, Field } from '../../../ui/Field.tsx'
import { Head } from '../../../ui/Head.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { RadioGroup } from '../../../ui/RadioGroup.tsx'
import { StandingAlert } from '../../../ui/StandingAlert.tsx'
import { TextAreaField } from '../../../ui/TextAreaField.tsx'
import { useSettled } from '../../../ui/use-settled.ts'
import { OrderSummary } from '../../orders/OrderSummary.tsx'
import { ActionBar } from '../frame/ActionBar.tsx'
import { AddedOrder } from './manual/AddedOrder.tsx'
import { DeliveryFields } from './manual/DeliveryFields.tsx'
import {
  type Errors,
  type Fields,
  isUnpaid,
  type Line,
  type ManualDraft,
  newDraft,
  PAYMENTS,
  quoteOf,
  requestOf,
  storeDraft,
  storedDraft,
  withLine,
} from './manual/manual-draft.ts'
import { useAddOrderMutation, useManualQuoteQuery } from './manual/manualOrdersApi.ts'
import { PieceLines } from './manual/PieceLines.tsx'
import { PiecePicker } from './manual/PiecePicker.tsx'

/** Adds an order for a buyer who called, wrote or came by. */
export default function NewOrderPage() {
  const [draft, setDraft] = useState(storedDraft)
  const [added, setAdded] = useState<Order | null>(null)
  useEffect(() => storeDraft(draft), [draft])
  // What arrives after the order was added or cleared, such as a piece that was still loading, is of no other order.
  const change = (edit: (draft: ManualDraft) => ManualDraft) =>
    setDraft((before) => (before.key === draft.key ? edit(before) : before))
  const clear = () => setDraft(newDraft())
  const finish = (order: Order) => {
    clear()
    setAdded(order)
  }
  return (
    <section aria-labelledby="new-order" className="grid gap-6">
      <Head title={MANUAL_ORDER.title} noIndex />
      <header className="grid gap-1">
        <h1 id="new-order">{MANUAL_ORDER.title}</h1>
        <p className="max-w-prose text-muted">{MANUAL_ORDER.about}</p>
      </header>
      {added ? (
        <AddedOrder order={added} onNext={() => setAdded(null)} />
      ) : (
        <OrderForm key={draft.key} draft={draft} onChange={change} onAdded={finish} onClear={clear} />
      )}
    </section>
  )
}

type Props = {
  draft: ManualDraft
  /** Changes the draft as it is by then: a piece that was still loading is added to what was entered meanwhile. */
  onChange(change: (draft: ManualDraft) => ManualDraft): void
  onAdded(order: Order): void
  onClear(): void
}

const PAUSE_MS = 300

function OrderForm({ draft, onChange, onAdded, onClear }: Props) {
  const { lines, fields } = draft
  const form = useRef<HTMLFormElement>(null)
  const { quote, error: refusal, isLoading, reload } = useQuote(draft)
  const [send, sending] = useAddOrderMutation()
  const [errors, setErrors] = useState<Errors>({})
  const [refused, setRefused] = useState(0)
  const [status, setStatus] = useState('')
  useEffect(() => {
    if (refused > 0) focusFirstInvalid(document.getElementById('order-form'))
  }, [refused])
  const show = (found: Errors) => {
    setErrors(found)
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
  const changeLines = (changed: (lines: Line[]) => Line[]) =>
    onChange((before) => ({ ...before, lines: changed(before.lines) }))
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (sending.isLoading || isLoading) return
    // The browser may have filled a field in, or the ZIP code was tidied, without saying so.
    const entered = form.current ? { ...draft, fields: { ...fields, ...enteredIn(form.current) } } : draft
    const { order, errors: found } = requestOf(entered, quote?.totalPrice ?? 0)
    show(found)
    if (Object.keys(found).length > 0 || !quote) return
    const { data, error } = await send(order)
    if (data) return onAdded(data)
    show(fieldErrors(error as ApiFailure))
    if (codeOf(error as ApiFailure) === 'price_changed') reload()
  }
  const failure = sending.error ?? refusal
  return (
    <div id="order-form" className="max-w-3xl [&>*+*]:mt-6">
      <Panel>
        <section aria-labelledby="pieces" className="grid gap-4">
          <h2 id="pieces">{MANUAL_ORDER.pieces}</h2>
          {lines.length > 0 && (
            <PieceLines
              lines={lines}
              onQty={(line, qty) =>
                changeLines((before) => before.map((one) => (one === line ? { ...line, qty } : one)))
              }
              onRemove={(line) => {
                changeLines((before) => before.filter((one) => one !== line))
                setStatus(MANUAL_ORDER.removed(line.name))
              }}
            />
          )}
          <PiecePicker
            error={errors.pieces}
            onAdd={(line) => {
              changeLines((before) => withLine(before, line))
              setErrors(({ pieces: _, ...left }) => left)
              setStatus(MANUAL_ORDER.added(line.name))
            }}
          />
        </section>
      </Panel>
      <form ref={form} id="manual-order" onSubmit={add} onInput={enter} noValidate className="grid gap-6">
        <Panel>
          <div className="grid gap-6">
            <DeliveryFields fields={fields} errors={errors} quote={quote} onChoose={choose} />
          </div>
        </Panel>
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
      </form>
      {quote && (
        <Panel>
          <OrderSummary figures={quote} hasDiscount={quote.discount > 0} />
        </Panel>
      )}
      {failure && <StandingAlert of={failure}>{messageOf(failure)}</StandingAlert>}
      <ActionBar label={MANUAL_ORDER.total}>
        <p className="mr-auto text-sm leading-tight">
          {MANUAL_ORDER.total}
          <strong className="block text-lg font-semibold tabular-nums">
            {quote ? formatDollars(quote.totalPrice) : '–'}
          </strong>
        </p>
        {lines.length > 0 && (
          <Button type="button" variant="quiet" onClick={onClear}>
            {MANUAL_ORDER.startOver}
          </Button>
        )}
        <Button form="manual-order" isBusy={sending.isLoading || isLoading}>
          {MANUAL_ORDER.submit}
        </Button>
      </ActionBar>
      <p role="status" className="sr-only">
        {status}
      </p>
    </div>
  )
}

/** What the draft costs, once its fields have not changed for a moment. */
function useQuote(draft: ManualDraft) {
  const wanted = JSON.stringify(quoteOf(draft) ?? null)
  const settled = useSettled(wanted, PAUSE_MS)
  const isEmpty = settled === 'null'
  const query = useManualQuoteQuery(JSON.parse(settled) ?? {}, { skip: isEmpty, refetchOnMountOrArgChange: true })
  return {
    // The figures before the last change stay until those after it are known.
    quote: isEmpty || query.error ? undefined : query.data,
    error: isEmpty ? undefined : query.error,
    isLoading: wanted !== settled || query.isFetching,
    reload: () => void (isEmpty || query.refetch()),
  }
}

/** Radio buttons and check boxes report their changes by themselves. */
const CHOSEN = new Set(['way', 'method', 'paid', 'emails'])

/** What the form shows now in the fields that it shows. */
function enteredIn(form: HTMLFormElement): Partial<Fields> {
  const entered = [...new FormData(form)].flatMap(([name, value]) =>
    CHOSEN.has(name) ? [] : [[name, String(value)] as const],
  )
  return Object.fromEntries(entered)
}

/** The errors by the fields' names: the last part of their paths. */
const fieldErrors = (failure: ApiFailure) =>
  Object.fromEntries(issuesOf(failure).map(({ path, message }) => [path.split('.').at(-1) ?? '', message]))

type RestProps = {
  draft: ManualDraft
  errors: Errors
  onChoose(chosen: Partial<Fields>): void
  onEmails(emails: boolean): void
}

function PaymentAndBuyer({ draft: { fields, emails }, errors, onChoose, onEmails }: RestProps) {
  const isUnpaidNow = isUnpaid(fields)
  const payments = PAYMENTS.filter((paid) => paid !== 'unpaid' || fields.way !== 'hand')
  const text = (name: 'name' | 'email' | 'discount' | 'code' | 'note') => ({
    name,
    defaultValue: fields[name],
    error: errors[name],
    autoComplete: 'off',
  })
  return (
    <>
      <div>
        <RadioGroup
          name="paid"
          legend={MANUAL_ORDER.payment}
          isLegendShown
          value={fields.way === 'hand' && fields.paid === 'unpaid' ? 'cash' : fields.paid}
          options={payments.map((paid) => [paid, MANUAL_ORDER.payments[paid]])}
          onChange={(paid) => onChoose({ paid })}
        />
        {isUnpaidNow && <p className="text-sm text-muted">{MANUAL_ORDER.unpaidHint}</p>}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          {...text('name')}
          label={MANUAL_ORDER.name}
          maxLength={100}
          autoCapitalize="words"
          {...(fields.way === 'hand' && { hint: MANUAL_ORDER.nameHint })}
        />
        <Field
          {...text('email')}
          type="email"
          inputMode="email"
          label={MANUAL_ORDER.email}
          hint={MANUAL_ORDER.emailHint}
        />
        {fields.email?.trim() && (
          <div className="sm:col-span-2">
            <CheckField
              name="emails"
              label={isUnpaidNow ? MANUAL_ORDER.emailLink : MANUAL_ORDER.emails}
              checked={emails}
              onChange={({ target }) => onEmails(target.checked)}
            />
          </div>
        )}
        <Field {...text('discount')} inputMode="decimal" label={MANUAL_ORDER.discount} />
        <Field {...text('code')} autoCapitalize="characters" spellCheck={false} label={MANUAL_ORDER.code} />
      </div>
      <TextAreaField
        {...text('note')}
        label={MANUAL_ORDER.note}
        hint={MANUAL_ORDER.noteHint}
        maxLength={2000}
        className="min-h-20"
      />
    </>
  )
}
