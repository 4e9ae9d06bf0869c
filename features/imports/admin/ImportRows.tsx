import { type ReactNode, useState } from 'react'
import { categorySlug } from '#contract/categories.ts'
import { formatDollars } from '#contract/money.ts'
import type { Column } from '#web/admin/lists/DataTable.tsx'
import type { Filter } from '#web/admin/lists/ListFilters.tsx'
import { List } from '#web/admin/lists/ListScreen.tsx'
import { useListAddress } from '#web/admin/lists/list-address.ts'
import { useSelection } from '#web/admin/lists/use-selection.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { useCategoriesQuery } from '#web/shop/catalog/catalogApi.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import type { Import, ImportRow, ImportRowsChange } from '../contract.ts'
import { ImportBulk } from './ImportBulk.tsx'
import { useChangeImportRowsMutation, useImportRowsQuery } from './importsApi.ts'
import { RowChanges } from './RowChanges.tsx'
import { RowEditor } from './RowEditor.tsx'
import { IMPORT_PAGE, IMPORT_UPDATES } from './texts.ts'

type Change = ImportRowsChange['change']

/** The rows of an import, to sort, to filter, and until it starts to correct. */
export function ImportRows({ of }: { of: Import }) {
  const address = useListAddress()
  const query = useImportRowsQuery(
    { id: of._id, query: address.query, state: of.state },
    { refetchOnMountOrArgChange: true },
  )
  const rows = query.currentData?.rows ?? []
  const selection = useSelection(rows)
  const [send, { isLoading }] = useChangeImportRowsMutation()
  const [failure, setFailure] = useState<string | null>(null)
  const change = async (ids: string[], values: Change) => {
    const { error } = await send({ id: of._id, ids, change: values })
    setFailure(error ? messageOf(error) : null)
    return !error
  }
  const isReady = of.state === 'ready'
  const columns = useColumns(isReady, change)
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
        columns,
        rows,
        sortedBy: 'number',
        sortedByName: IMPORT_PAGE.fileOrder,
        nameOf,
        selection: isReady ? selection : undefined,
        actions: (row) => <RowActions row={row} isReady={isReady} change={(values) => change([row._id], values)} />,
      }}
    >
      {isReady && (
        <ImportBulk
          count={selection.ids.size}
          isBusy={isLoading}
          onClear={selection.clear}
          onApply={(values) => void change([...selection.ids], values)}
        />
      )}
    </List>
  )
}

const nameOf = ({ name, line }: ImportRow) => name || IMPORT_PAGE.unnamed(line)

function RowActions({
  row,
  isReady,
  change,
}: {
  row: ImportRow
  isReady: boolean
  change(values: Change): Promise<boolean>
}) {
  return (
    <>
      {isReady && row.name !== '' && <RowEditor row={row} onSave={change} />}
      {row.product && (
        <ButtonLink
          variant="quiet"
          to={`/admin/products/${row.product._id}/edit`}
          aria-label={IMPORT_PAGE.openOne(row.product.name)}
        >
          {IMPORT_PAGE.openProduct}
        </ButtonLink>
      )}
    </>
  )
}

function useColumns(
  isReady: boolean,
  change: (ids: string[], values: Change) => Promise<boolean>,
): Column<ImportRow>[] {
  const { data: categories = [] } = useCategoriesQuery()
  const labelOf = (category: string) => {
    const known = categories.find(({ slug }) => slug === categorySlug(category))
    return { label: known?.label ?? category, isNew: categories.length > 0 && category !== '' && !known }
  }
  return [
    {
      heading: IMPORT_PAGE.columns.name,
      cell: (row) => (
        <Name row={row}>
          <RowChanges row={row} isReady={isReady} change={(values) => void change([row._id], values)} />
        </Name>
      ),
      sort: 'name',
    },
    {
      heading: IMPORT_PAGE.columns.price,
      cell: ({ price }) => (price === null ? '–' : formatDollars(price)),
      sort: 'price',
      kind: 'number',
    },
    { heading: IMPORT_PAGE.columns.qty, cell: ({ qty }) => qty.toLocaleString('en-US'), sort: 'qty', kind: 'number' },
    {
      heading: IMPORT_PAGE.columns.category,
      cell: ({ category }) => {
        const { label, isNew } = labelOf(category)
        return (
          <span className="inline-flex flex-wrap items-center gap-2">
            {label || '–'}
            {isNew && <Badge kind="neutral">{IMPORT_PAGE.newCategory}</Badge>}
          </span>
        )
      },
      sort: 'category',
    },
    {
      heading: IMPORT_PAGE.columns.outcome,
      cell: (row) =>
        isReady && canBeChosen(row) ? (
          <label className="inline-flex min-h-11 items-center gap-2 whitespace-nowrap">
            <input
              type="checkbox"
              checked={row.included}
              onChange={() => void change([row._id], { included: !row.included })}
              className="size-5"
            />
            {whatBecomesOf(row)}
          </label>
        ) : (
          <Outcome row={row} />
        ),
      sort: 'outcome',
    },
  ]
}

/** A product of the shop in which nothing would change is left alone, unless it is to become another one. */
const canBeChosen = ({ outcome, changes, included }: ImportRow) =>
  outcome !== 'broken' && (outcome !== 'exists' || included || (changes?.length ?? 0) > 0)

/** What a row is chosen for, or would be. */
function whatBecomesOf({ outcome, changes, included, updates }: ImportRow) {
  if (outcome === 'exists' && changes && (updates || !included)) return IMPORT_UPDATES.updateOne
  return outcome === 'create' || !included ? IMPORT_PAGE.outcomes[outcome] : IMPORT_UPDATES.another
}

/** The name of a row with what it has, what it changes, what to know about it, and what is wrong with it. */
const Name = ({ row, children }: { row: ImportRow; children: ReactNode }) => (
  <span className="grid min-w-0 gap-1 md:min-w-64">
    <span className="font-medium wrap-anywhere">{row.name || '–'}</span>
    <span className="text-xs font-normal text-muted wrap-anywhere">
      {[
        IMPORT_PAGE.line(row.line),
        row.sku,
        row.choices > 0 && IMPORT_PAGE.choices(row.choices),
        row.photos > 0 && IMPORT_PAGE.photos(row.photos),
      ]
        .filter(Boolean)
        .join(' · ')}
    </span>
    {row.problem && (
      <span
        className={`text-sm font-normal ${row.outcome === 'exists' && row.state === 'waiting' ? 'text-muted' : 'text-bad'}`}
      >
        {row.problem}
      </span>
    )}
    {children}
    {row.notes.length > 0 && (
      <ul className="grid gap-1 text-sm font-normal text-muted">
        {row.notes.map((note) => (
          <li key={note} className="wrap-anywhere">
            {note}
          </li>
        ))}
      </ul>
    )}
  </span>
)

const OUTCOME_LOOKS = { create: 'good', exists: 'neutral', repeated: 'neutral', broken: 'bad' } as const
const STATE_LOOKS = {
  created: 'good',
  updated: 'good',
  failed: 'bad',
  undone: 'neutral',
  kept: 'warning',
} as const

function Outcome({ row: { state, outcome, included } }: { row: ImportRow }) {
  if (state !== 'waiting') return <Badge kind={STATE_LOOKS[state]}>{IMPORT_PAGE.states[state]}</Badge>
  if (outcome === 'create' && !included) return <Badge kind="neutral">{IMPORT_PAGE.leftOut}</Badge>
  return <Badge kind={OUTCOME_LOOKS[outcome]}>{IMPORT_PAGE.outcomes[outcome]}</Badge>
}

/** Which rows are shown, with their numbers. */
function shownRows({ total, outcomes, updatable, failed, kept, missingPhotos }: Import): Filter {
  const { shown, everything } = IMPORT_PAGE
  const some = (count: number, value: string, word: string) => (count > 0 ? [[value, word] as const] : [])
  return {
    name: 'show',
    label: IMPORT_PAGE.show,
    options: [
      ['', shown(total, everything)],
      ...(['create', 'exists', 'repeated', 'broken'] as const).map(
        (outcome) => [outcome, shown(outcomes[outcome], IMPORT_PAGE.outcomes[outcome])] as const,
      ),
      ...some(updatable, 'changed', shown(updatable, IMPORT_PAGE.changed)),
      ['noted', IMPORT_PAGE.noted],
      ...some(failed, 'failed', shown(failed, IMPORT_PAGE.failed)),
      ...some(missingPhotos, 'photos', IMPORT_PAGE.withoutPhotos),
      ...some(kept, 'kept', shown(kept, IMPORT_PAGE.states.kept)),
    ],
  }
}
