import { type FormEvent, useState } from 'react'
import { type Discrepancy, NOTE_MAX } from '#contract/admin/discrepancies.ts'
import { DISCREPANCY_FIELDS } from '#contract/admin/messages.ts'
import { formatDay } from '#contract/dates.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Link } from '#web/ui/Link.tsx'
import { useCloseDiscrepancyMutation, useSettleDiscrepancyMutation } from './discrepanciesApi.ts'
import { DISCREPANCIES } from './texts.ts'

type Props = { discrepancy: Discrepancy; headingLevel?: 2 | 3 }

/** One discrepancy: what happened, what to do, and how it was or can be settled and closed. */
export const DiscrepancyCard = ({ discrepancy, headingLevel = 2 }: Props) => {
  const { title, happened, advice, order, payout, reference, since, closed } = discrepancy
  const Heading = `h${headingLevel}` as const
  const { timeZone } = useShop()
  return (
    <li className="grid gap-4 rounded-lg border border-line bg-card p-5 shadow-sm sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <Heading className="text-xl">{title}</Heading>
        <p className="text-sm text-muted tabular-nums">{DISCREPANCIES.since(formatDay(since, timeZone))}</p>
      </div>
      <div className="grid max-w-prose gap-2">
        <p>{happened}</p>
        {!closed && <p>{advice}</p>}
      </div>
      <p className="text-sm text-muted wrap-anywhere">
        {order && (
          <>
            <Link to={`/order/${order._id}`} className="font-medium">
              {DISCREPANCIES.order(order.number)}
            </Link>
            {' · '}
          </>
        )}
        {payout && (
          <>
            <Link to={`/admin/payouts/${encodeURIComponent(payout)}`} className="font-medium">
              {DISCREPANCIES.payout}
            </Link>
            {' · '}
          </>
        )}
        {DISCREPANCIES.reference} <code className="text-xs">{reference}</code>
      </p>
      {!closed && <Settle discrepancy={discrepancy} />}
      {closed ? (
        <p className="rounded-md bg-sand px-4 py-3 wrap-anywhere">
          {closed.note}
          <span className="block text-sm text-muted">
            {DISCREPANCIES.closedBy(closed.by, formatDay(closed.at, timeZone))}
          </span>
        </p>
      ) : (
        <CloseForm discrepancy={discrepancy} />
      )}
    </li>
  )
}

/** The button of the step that the shop can do by itself; nothing where there is none. */
function Settle({ discrepancy: { _id: id, action, title } }: { discrepancy: Discrepancy }) {
  const [settle, { data, error, isLoading, reset }] = useSettleDiscrepancyMutation()
  if (!action) return null
  return (
    <div className="grid gap-3 justify-items-start">
      <Button
        type="button"
        isBusy={isLoading}
        aria-label={DISCREPANCIES.actionNamed(DISCREPANCIES.actions[action], title)}
        onClick={() => settle(id)}
      >
        {DISCREPANCIES.actions[action]}
      </Button>
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      {data && !data.closed && <Alert kind="info">{DISCREPANCIES.settled[action]}</Alert>}
    </div>
  )
}

function CloseForm({ discrepancy: { _id: id, title } }: { discrepancy: Discrepancy }) {
  const [note, setNote] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const [close, { isLoading, error, reset }] = useCloseDiscrepancyMutation()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsMissing(note.trim() === '')
    if (note.trim()) void close({ id, note: note.trim() })
  }
  return (
    <form
      onSubmit={submit}
      noValidate
      className="grid gap-3 border-t border-line pt-4 sm:grid-cols-[1fr_auto] sm:items-start"
    >
      <Field
        label={DISCREPANCIES.note}
        value={note}
        maxLength={NOTE_MAX}
        autoComplete="off"
        error={isMissing && note.trim() === '' ? DISCREPANCY_FIELDS.enterNote : undefined}
        onChange={({ target }) => setNote(target.value)}
      />
      <Button
        type="submit"
        variant="secondary"
        isBusy={isLoading}
        aria-label={DISCREPANCIES.closeNamed(title)}
        className="sm:mt-8"
      >
        {DISCREPANCIES.close}
      </Button>
      {error && (
        <div className="sm:col-span-2">
          <Alert onDismiss={reset}>{messageOf(error)}</Alert>
        </div>
      )}
    </form>
  )
}
