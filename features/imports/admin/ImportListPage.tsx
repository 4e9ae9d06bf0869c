import { useId } from 'react'
import { useNavigate } from 'react-router'
import { formatDay } from '#contract/dates.ts'
import { FileButton } from '#web/admin/lib/FileButton.tsx'
import type { Column } from '#web/admin/lists/DataTable.tsx'
import { ListScreen } from '#web/admin/lists/ListScreen.tsx'
import { useListAddress } from '#web/admin/lists/list-address.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import type { Import } from '../contract.ts'
import { useCheckFileMutation, useImportsQuery } from './importsApi.ts'
import { HISTORY_IMPORT, IMPORT_LIST, IMPORT_SOURCE_NAMES } from './texts.ts'

/** Where a seller chooses a file of products from another shop, and finds the earlier ones. */
export default function ImportListPage() {
  const query = useImportsQuery(undefined, { refetchOnMountOrArgChange: true })
  const noteId = useId()
  const navigate = useNavigate()
  const [check, { error, isLoading, reset }] = useCheckFileMutation()
  const choose = async ([file]: File[]) => {
    if (!file) return
    const { data } = await check(file)
    if (data) navigate(`/admin/imports/${data._id}`)
  }
  return (
    <ListScreen
      title={IMPORT_LIST.heading}
      about={IMPORT_LIST.about}
      address={useListAddress()}
      query={query}
      action={
        <FileButton
          label={IMPORT_LIST.choose}
          accept=".csv,.txt,.tsv,.json,.zip,text/csv,application/json,application/zip"
          noteId={noteId}
          isBusy={isLoading}
          onChoose={(files) => void choose(files)}
        >
          {isLoading ? IMPORT_LIST.checking : IMPORT_LIST.choose}
        </FileButton>
      }
      more={[HISTORY_IMPORT.orders, HISTORY_IMPORT.reviews].map(({ to, view }) => (
        <ButtonLink key={to} to={to} variant="quiet">
          {view}
        </ButtonLink>
      ))}
      banner={error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      empty={IMPORT_LIST.none}
      caption={IMPORT_LIST.earlier}
      table={{ columns: COLUMNS, rows: query.currentData ?? [], nameOf }}
      foot={<Sources noteId={noteId} />}
    />
  )
}

/** Which files can be chosen, and where each comes from. */
const Sources = ({ noteId }: { noteId: string }) => (
  <Panel>
    <div className="grid gap-3">
      <h2 className="text-lg">{IMPORT_LIST.howTo}</h2>
      <p id={noteId} className="text-sm text-muted">
        {IMPORT_LIST.hint}
      </p>
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
        {IMPORT_LIST.sources.map(({ name, how }) => (
          <div key={name} className="contents">
            <dt className="font-semibold">{name}</dt>
            <dd className="text-muted max-sm:mb-2">{how}</dd>
          </div>
        ))}
      </dl>
    </div>
  </Panel>
)

const nameOf = ({ name, format }: Import) => name || IMPORT_SOURCE_NAMES[format]

const STATE_LOOKS = {
  reading: 'neutral',
  ready: 'warning',
  running: 'warning',
  stopped: 'warning',
  done: 'good',
  undone: 'neutral',
} as const

const COLUMNS: Column<Import>[] = [
  {
    heading: IMPORT_LIST.file,
    cell: (one) => (
      <Link to={`/admin/imports/${one._id}`} className="inline-flex min-h-11 items-center font-medium wrap-anywhere">
        {nameOf(one)}
      </Link>
    ),
  },
  { heading: IMPORT_LIST.source, cell: (one) => <Origin of={one} />, isLong: true },
  {
    heading: IMPORT_LIST.content,
    cell: ({ kind, total }) => (kind === 'products' ? IMPORT_LIST : HISTORY_IMPORT[kind]).found(total),
  },
  {
    heading: IMPORT_LIST.state,
    cell: ({ state }) => <Badge kind={STATE_LOOKS[state]}>{IMPORT_LIST.states[state]}</Badge>,
  },
]

const Origin = ({ of: { format, createdAt } }: { of: Import }) =>
  IMPORT_LIST.from(IMPORT_SOURCE_NAMES[format], formatDay(createdAt, useShop().timeZone))
