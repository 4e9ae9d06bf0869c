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
                className="whitespace-nowrap"
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
    cell: (row) => <TwoLines first={nameOf(row)} second={formatMoment(row.happenedAt, timeZone)} />,
  },
  { heading: LOG.columns.result, cell: (row) => <Result row={row} /> },
  { heading: LOG.columns.time, cell: (row) => <Times row={row} timeZone={timeZone} /> },
  { heading: LOG.columns.answer, isLong: true, cell: (row) => <Answer row={row} /> },
]

const Result = ({ row: { state, tries } }: { row: WebhookDelivery }) =>
  state === 'waiting' && tries > 0 ? (
    <Badge kind="warning">
      <span className="whitespace-nowrap">{LOG.again}</span>
    </Badge>
  ) : (
    <Badge kind={KINDS[state]}>{LOG.states[state]}</Badge>
  )

function Times({ row: { triedAt, nextTryAt, tries }, timeZone }: { row: WebhookDelivery; timeZone: string }) {
  if (!triedAt || tries === 0) return LOG.never
  const next = nextTryAt ? [LOG.next(formatMoment(nextTryAt, timeZone))] : []
  return <TwoLines first={formatMoment(triedAt, timeZone)} second={[LOG.tries(tries), ...next].join(', ')} />
}

const TwoLines = ({ first, second }: { first: string; second: string }) => (
  <span className="grid gap-0.5 md:whitespace-nowrap">
    <span>{first}</span>
    <span className="text-muted">{second}</span>
  </span>
)

function Answer({ row: { status, problem, answer } }: { row: WebhookDelivery }) {
  const sentence = problem ? LOG.problems[problem] : status === null ? '–' : LOG.status(status)
  if (!answer) return sentence
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2.5 md:whitespace-nowrap">
        {sentence} <span className="sr-only">{LOG.showAnswer}</span>
      </summary>
      <pre className="max-h-60 max-w-md overflow-auto rounded-md bg-sand p-3 text-xs whitespace-pre-wrap wrap-anywhere">
        {answer}
      </pre>
    </details>
  )
}
