import { type ReactNode, useState } from 'react'
import type { Import, ImportRow, ImportRowsChange } from '#contract/admin/imports.ts'
import { categorySlug } from '#contract/categories.ts'
import { formatDollars } from '#contract/money.ts'
import { messageOf } from '../../../api-failure.ts'
import { IMPORT_PAGE, IMPORT_UPDATES } from '../../../texts/admin-imports.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { ButtonLink } from '../../../ui/Button.tsx'
import { SelectField } from '../../../ui/Field.tsx'
import { useCategoriesQuery } from '../../catalog/catalogApi.ts'
import { type Column, DataTable } from '../lists/DataTable.tsx'
import { ListRows } from '../lists/ListScreen.tsx'
import { type ListAddress, useListAddress } from '../lists/list-address.ts'
import { useSelection } from '../lists/use-selection.ts'
import { ImportBulk } from './ImportBulk.tsx'
import { useChangeImportRowsMutation, useImportRowsQuery } from './importsApi.ts'
import { RowChanges } from './RowChanges.tsx'
import { RowEditor } from './RowEditor.tsx'

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
    <ListRows
      address={address}
      query={query}
      searchLabel={IMPORT_PAGE.search}
      filters={<RowFilters of={of} address={address} />}
      banner={failure && <Alert onDismiss={() => setFailure(null)}>{failure}</Alert>}
      empty={IMPORT_PAGE.empty}
    >
      <DataTable
        caption={IMPORT_PAGE.rows}
        columns={columns}
        rows={rows}
        address={address}
        sortedBy="number"
        nameOf={nameOf}
        {...(isReady && { selection })}
        actions={(row) => <RowActions row={row} isReady={isReady} change={(values) => change([row._id], values)} />}
      />
      {isReady && (
        <ImportBulk
          count={selection.ids.size}
          isBusy={isLoading}
          onClear={selection.clear}
          onApply={(values) => void change([...selection.ids], values)}
        />
      )}
    </ListRows>
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
      isNumber: true,
    },
    { heading: IMPORT_PAGE.columns.qty, cell: ({ qty }) => qty.toLocaleString('en-US'), sort: 'qty', isNumber: true },
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

/** Which rows are shown, with their numbers, and on a phone in which order. */
function RowFilters({
  of: { total, outcomes, updatable, failed, kept, missingPhotos },
  address,
}: {
  of: Import
  address: ListAddress
}) {
  const field = (name: string) => ({
    value: address.read(name),
    onChange: ({ target }: { target: HTMLSelectElement }) => address.change({ [name]: target.value }),
  })
  return (
    <>
      <SelectField label={IMPORT_PAGE.show} {...field('show')}>
        <option value="">{IMPORT_PAGE.shown(total, IMPORT_PAGE.everything)}</option>
        {(['create', 'exists', 'repeated', 'broken'] as const).map((outcome) => (
          <option key={outcome} value={outcome}>
            {IMPORT_PAGE.shown(outcomes[outcome], IMPORT_PAGE.outcomes[outcome])}
          </option>
        ))}
        {updatable > 0 && <option value="changed">{IMPORT_PAGE.shown(updatable, IMPORT_PAGE.changed)}</option>}
        <option value="noted">{IMPORT_PAGE.noted}</option>
        {failed > 0 && <option value="failed">{IMPORT_PAGE.shown(failed, IMPORT_PAGE.failed)}</option>}
        {missingPhotos > 0 && <option value="photos">{IMPORT_PAGE.withoutPhotos}</option>}
        {kept > 0 && <option value="kept">{IMPORT_PAGE.shown(kept, IMPORT_PAGE.states.kept)}</option>}
      </SelectField>
      <SelectField label={IMPORT_PAGE.sortBy} {...field('sort')}>
        {Object.entries(IMPORT_PAGE.orders).map(([value, label]) => (
          <option key={value} value={value === 'number' ? '' : value}>
            {label}
          </option>
        ))}
      </SelectField>
    </>
  )
}
