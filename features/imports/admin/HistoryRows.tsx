import { type FormEvent, useState } from 'react'
import { formatCalendarDay } from '#contract/dates.ts'
import { formatDecimal } from '#contract/money.ts'
import type { Column } from '#web/admin/lists/DataTable.tsx'
import type { Filter } from '#web/admin/lists/ListFilters.tsx'
import { List } from '#web/admin/lists/ListScreen.tsx'
import { useListAddress } from '#web/admin/lists/list-address.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import type { Import, ImportRow, ImportRowsChange } from '../contract.ts'
import { useChangeImportRowsMutation, useImportRowsQuery } from './importsApi.ts'
import { HISTORY_IMPORT, IMPORT_PAGE } from './texts.ts'

type Kind = 'orders' | 'reviews'
type Change = (row: ImportRow, values: ImportRowsChange['change']) => Promise<boolean>

/** The rows of an import of past orders or reviews, and until it starts what can be corrected: the day, and which. */
export function HistoryRows({ of, kind }: { of: Import; kind: Kind }) {
  const address = useListAddress()
  const query = useImportRowsQuery(
    { id: of._id, query: address.query, state: of.state },
    { refetchOnMountOrArgChange: true },
  )
  const [send] = useChangeImportRowsMutation()
  const [failure, setFailure] = useState<string | null>(null)
  const change: Change = async (row, values) => {
    const { error } = await send({ id: of._id, ids: [row._id], change: values })
    setFailure(error ? messageOf(error) : null)
    return !error
  }
  return (
    <List
      address={address}
      query={query}
      searchLabel={IMPORT_PAGE.search}
      filters={[shownRows(of)]}
      banner={failure && <Alert onDismiss={() => setFailure(null)}>{failure}</Alert>}
      empty={IMPORT_PAGE.empty}
      caption={IMPORT_PAGE.rows}
      table={{
        columns: columnsOf(kind, of.state === 'ready', change),
        rows: query.currentData?.rows ?? [],
        sortedBy: 'number',
        sortedByName: IMPORT_PAGE.fileOrder,
        nameOf,
      }}
    />
  )
}

const shownRows = ({ total, outcomes, failed }: Import): Filter => ({
  name: 'show',
  label: IMPORT_PAGE.show,
  options: [
    ['', IMPORT_PAGE.shown(total, IMPORT_PAGE.everything)],
    ...(['create', 'exists', 'repeated', 'broken'] as const).map(
      (outcome) => [outcome, IMPORT_PAGE.shown(outcomes[outcome], HISTORY_IMPORT.outcomes[outcome])] as const,
    ),
    ['noted', IMPORT_PAGE.noted],
    ...(failed > 0 ? [['failed', IMPORT_PAGE.shown(failed, IMPORT_PAGE.failed)] as const] : []),
  ],
})

const nameOf = ({ name }: ImportRow) => HISTORY_IMPORT.of(name)

function columnsOf(kind: Kind, isReady: boolean, change: Change): Column<ImportRow>[] {
  const { columns } = HISTORY_IMPORT
  const ofOrder: Column<ImportRow>[] = [
    { heading: columns.pieces, cell: ({ qty }) => qty.toLocaleString('en-US'), sort: 'qty', kind: 'number' },
    {
      heading: columns.total,
      cell: ({ price }) => (price === null ? '–' : formatDecimal(price)),
      sort: 'price',
      kind: 'number',
    },
  ]
  return [
    { heading: columns[kind], cell: (row) => <About row={row} isReady={isReady} change={change} />, sort: 'name' },
    {
      heading: columns.day,
      cell: ({ day }) => <span className="whitespace-nowrap">{day ? formatCalendarDay(day) : '–'}</span>,
    },
    ...(kind === 'orders' ? ofOrder : []),
    {
      heading: columns.outcome,
      cell: (row) =>
        isReady && row.outcome === 'create' ? (
          <label className="inline-flex min-h-11 items-center gap-2 whitespace-nowrap">
            <input
              type="checkbox"
              checked={row.included}
              onChange={() => void change(row, { included: !row.included })}
              className="size-5"
            />
            {HISTORY_IMPORT.outcomes.create}
          </label>
        ) : (
          <Outcome row={row} />
        ),
      sort: 'outcome',
    },
  ]
}

/** What a row is, what to know about it, and what is wrong with it. */
const About = ({ row, isReady, change }: { row: ImportRow; isReady: boolean; change: Change }) => (
  <span className="grid min-w-0 gap-1 md:min-w-64">
    <span className="font-medium wrap-anywhere">{row.name ? nameOf(row) : IMPORT_PAGE.line(row.line)}</span>
    {row.about && (
      <span dir="auto" className="font-normal wrap-anywhere">
        {row.about}
      </span>
    )}
    <span className="text-xs font-normal text-muted wrap-anywhere">
      {[row.name && IMPORT_PAGE.line(row.line), row.product && HISTORY_IMPORT.about(row.product.name)]
        .filter(Boolean)
        .join(' · ')}
    </span>
    {row.problem && (
      <span className={`text-sm font-normal ${row.outcome === 'broken' ? 'text-bad' : 'text-muted'}`}>
        {row.problem}
      </span>
    )}
    {isReady && row.outcome === 'broken' && row.day === null && row.about && <DayForm row={row} change={change} />}
    {row.notes.map((note) => (
      <span key={note} className="text-sm font-normal text-muted wrap-anywhere">
        {note}
      </span>
    ))}
  </span>
)

function DayForm({ row, change }: { row: ImportRow; change: Change }) {
  const [day, setDay] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (day) void change(row, { day })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-3 py-1 font-normal">
      <Field
        label={HISTORY_IMPORT.day(nameOf(row))}
        type="date"
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
      <Button variant="quiet" disabled={!day}>
        {HISTORY_IMPORT.saveDay}
      </Button>
    </form>
  )
}

const OUTCOME_LOOKS = { create: 'good', exists: 'neutral', repeated: 'neutral', broken: 'bad' } as const
const STATE_LOOKS = { created: 'good', updated: 'good', failed: 'bad', undone: 'neutral', kept: 'good' } as const

function Outcome({ row: { state, outcome, included } }: { row: ImportRow }) {
  if (state !== 'waiting') return <Badge kind={STATE_LOOKS[state]}>{HISTORY_IMPORT.states[state]}</Badge>
  if (outcome === 'create' && !included) return <Badge kind="neutral">{IMPORT_PAGE.leftOut}</Badge>
  return <Badge kind={OUTCOME_LOOKS[outcome]}>{HISTORY_IMPORT.outcomes[outcome]}</Badge>
}
