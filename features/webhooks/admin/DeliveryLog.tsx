import { formatMoment } from '#contract/dates.ts'
import { type Column, DataTable } from '#web/admin/lists/DataTable.tsx'
import { messageOf } from '#web/lib/api-failure.ts'
import type { ApiFailure } from '#web/lib/call-api.ts'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { StandingAlert } from '#web/ui/StandingAlert.tsx'
import type { WebhookDelivery, WebhookEndpoint } from '../contract.ts'
import { LOG } from './texts.ts'
import { useResendWebhookMutation, useTestWebhookMutation, useWebhookLogQuery } from './webhooksApi.ts'

const EVERY_MS = 3_000

/** The latest events for an endpoint, with what became of them, and a button that sends a test. */
export function DeliveryLog({ endpoint: { _id: id, isOn } }: { endpoint: WebhookEndpoint }) {
  const { timeZone } = useShop()
  const query = useWebhookLogQuery(id, {
    ...{ refetchOnMountOrArgChange: true, pollingInterval: EVERY_MS, skipPollingIfUnfocused: true },
  })
  const [sendTest, test] = useTestWebhookMutation()
  const [resend, resending] = useResendWebhookMutation()
  const rows = query.currentData ?? []
  const failure = test.error ?? resending.error
  const result = resending.data ?? test.data
  return (
    <section aria-labelledby="webhook-log" className="grid grid-cols-1 gap-4">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="webhook-log" className="text-xl">
          {LOG.heading}
        </h2>
        {isOn && (
          <Button variant="secondary" isBusy={test.isLoading} onClick={() => void sendTest(id)}>
            {LOG.test}
          </Button>
        )}
      </header>
      <p className="max-w-prose text-muted">{LOG.about}</p>
      <LoadFailure queries={[query]} />
      {failure && <StandingAlert of={failure}>{messageOf(failure as ApiFailure)}</StandingAlert>}
      <p role="status" className="text-sm text-muted empty:hidden">
        {!failure && result?.message}
      </p>
      {query.currentData && rows.length === 0 && <p>{LOG.empty}</p>}
      {rows.length > 0 && (
        <DataTable
          caption={LOG.heading}
          columns={columnsIn(timeZone)}
          rows={rows}
          nameOf={nameOf}
          actions={(row) =>
            isOn &&
            row.state !== 'waiting' && (
              <Button
                variant="quiet"
                aria-label={LOG.resendNamed(nameOf(row), formatMoment(row.happenedAt, timeZone))}
                onClick={() => void resend({ id, eventId: row._id })}
              >
                {LOG.resend}
              </Button>
            )
          }
        />
      )}
    </section>
  )
}

const nameOf = ({ topic }: WebhookDelivery) => (topic === 'webhook.test' ? LOG.testTopic : topic)

const KINDS = { waiting: 'neutral', delivered: 'good', failed: 'bad' } as const

const columnsIn = (timeZone: string): Column<WebhookDelivery>[] => [
  {
    heading: LOG.columns.event,
    cell: (row) => (
      <span className="grid gap-0.5">
        <span className="font-medium">{nameOf(row)}</span>
        <span className="text-sm text-muted">{formatMoment(row.happenedAt, timeZone)}</span>
      </span>
    ),
  },
  { heading: LOG.columns.result, cell: (row) => <Result row={row} /> },
  { heading: LOG.columns.time, cell: (row) => timesOf(row, timeZone) },
  { heading: LOG.columns.answer, isLong: true, cell: (row) => <Answer row={row} /> },
]

const Result = ({ row: { state, tries } }: { row: WebhookDelivery }) =>
  state === 'waiting' && tries > 0 ? (
    <Badge kind="warning">{LOG.again}</Badge>
  ) : (
    <Badge kind={KINDS[state]}>{LOG.states[state]}</Badge>
  )

const timesOf = ({ triedAt, nextTryAt, tries }: WebhookDelivery, timeZone: string) =>
  triedAt && tries > 0
    ? [
        formatMoment(triedAt, timeZone),
        LOG.tries(tries),
        ...(nextTryAt ? [LOG.next(formatMoment(nextTryAt, timeZone))] : []),
      ].join(', ')
    : LOG.never

function Answer({ row: { status, problem, answer } }: { row: WebhookDelivery }) {
  const sentence = problem ? LOG.problems[problem] : status === null ? '–' : LOG.status(status)
  if (!answer) return sentence
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2.5">
        {sentence} <span className="sr-only">{LOG.showAnswer}</span>
      </summary>
      <pre className="max-h-60 max-w-md overflow-auto rounded-md bg-sand p-3 text-xs whitespace-pre-wrap wrap-anywhere">
        {answer}
      </pre>
    </details>
  )
}
