import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { type Discrepancy, NOTE_MAX } from '#contract/discrepancies.ts'
import { messageOf } from '../../../api.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { useCloseDiscrepancyMutation } from './discrepanciesApi.ts'

/** One discrepancy: what happened, what to do, and how it was or can be closed. */
export const DiscrepancyCard = ({ discrepancy }: { discrepancy: Discrepancy }) => {
  const { title, happened, advice, order, reference, since, closed } = discrepancy
  return (
    <li className="grid gap-4 rounded-lg border border-line bg-card p-5 shadow-sm sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="text-xl">{title}</h2>
        <p className="text-sm text-muted tabular-nums">Since {dayOf(since)}</p>
      </div>
      <div className="grid max-w-prose gap-2">
        <p>{happened}</p>
        {!closed && <p>{advice}</p>}
      </div>
      <p className="text-sm text-muted wrap-anywhere">
        {order && (
          <>
            <Link to={`/order/${order._id}`} className="font-medium">
              Order {order.number}
            </Link>
            {' · '}
          </>
        )}
        Reference <code className="text-xs">{reference}</code>
      </p>
      {closed ? (
        <p className="rounded-md bg-sand px-4 py-3 wrap-anywhere">
          {closed.note}
          <span className="block text-sm text-muted">
            Closed by {closed.by}, {dayOf(closed.at)}
          </span>
        </p>
      ) : (
        <CloseForm discrepancy={discrepancy} />
      )}
    </li>
  )
}

function CloseForm({ discrepancy: { _id: id, title } }: { discrepancy: Discrepancy }) {
  const [note, setNote] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const [close, { isLoading, error }] = useCloseDiscrepancyMutation()
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
        label="What you found or did"
        value={note}
        maxLength={NOTE_MAX}
        autoComplete="off"
        error={isMissing && note.trim() === '' ? 'Note what you found or did.' : undefined}
        onChange={({ target }) => setNote(target.value)}
      />
      <Button type="submit" variant="secondary" isBusy={isLoading} aria-label={`Close: ${title}`} className="sm:mt-8">
        Close
      </Button>
      {error && (
        <div className="sm:col-span-2">
          <Alert>{messageOf(error)}</Alert>
        </div>
      )}
    </form>
  )
}

const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const dayOf = (moment: string) => DAY.format(new Date(moment))
