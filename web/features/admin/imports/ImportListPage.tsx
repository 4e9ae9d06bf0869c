import { useId } from 'react'
import { useNavigate } from 'react-router'
import type { Import } from '#contract/admin/imports.ts'
import { formatDay } from '#contract/dates.ts'
import { messageOf } from '../../../api-failure.ts'
import { HISTORY_IMPORT } from '../../../texts/admin-history.ts'
import { IMPORT_LIST, IMPORT_SOURCE_NAMES } from '../../../texts/admin-imports.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Head } from '../../../ui/Head.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { LoadFailure } from '../../layout/LoadFailure.tsx'
import { useShop } from '../../shop/use-shop.ts'
import { FileButton } from '../FileButton.tsx'
import { EmptyList } from '../lists/EmptyList.tsx'
import { useCheckFileMutation, useImportsQuery } from './importsApi.ts'

/** Where a seller chooses a file of products from another shop, and finds the earlier ones. */
export default function ImportListPage() {
  const query = useImportsQuery(undefined, { refetchOnMountOrArgChange: true })
  const { currentData: imports, error } = query
  return (
    <section aria-labelledby="list-title" className="grid gap-6">
      <Head title={IMPORT_LIST.heading} noIndex />
      <header className="grid gap-2">
        <h1 id="list-title">{IMPORT_LIST.heading}</h1>
        <p className="max-w-prose text-muted">{IMPORT_LIST.about}</p>
      </header>
      <ChooseFile />
      <section aria-labelledby="earlier" className="grid gap-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6">
          <h2 id="earlier">{IMPORT_LIST.earlier}</h2>
          <p className="flex flex-wrap gap-x-6">
            {[HISTORY_IMPORT.orders, HISTORY_IMPORT.reviews].map(({ to, view }) => (
              <Link key={to} to={to} className="inline-flex min-h-11 items-center">
                {view}
              </Link>
            ))}
          </p>
        </div>
        <LoadFailure queries={[query]} />
        {!imports && !error && <Skeleton className="h-48" />}
        {imports?.length === 0 && <EmptyList>{IMPORT_LIST.none}</EmptyList>}
        {imports && imports.length > 0 && (
          <ul className="divide-y divide-line rounded-lg border border-line bg-card px-5 shadow-sm">
            {imports.map((one) => (
              <EarlierImport key={one._id} of={one} />
            ))}
          </ul>
        )}
      </section>
    </section>
  )
}

/** The button that sends a file to its check, and where the file comes from. */
function ChooseFile() {
  const noteId = useId()
  const navigate = useNavigate()
  const [check, { error, isLoading, reset }] = useCheckFileMutation()
  const choose = async ([file]: File[]) => {
    if (!file) return
    const { data } = await check(file)
    if (data) navigate(`/admin/imports/${data._id}`)
  }
  return (
    <Panel>
      <div className="grid gap-6 lg:grid-cols-[auto_1fr] lg:gap-12">
        <div className="grid content-start gap-3">
          <FileButton
            label={IMPORT_LIST.choose}
            accept=".csv,.txt,.tsv,.json,.zip,text/csv,application/json,application/zip"
            noteId={noteId}
            isBusy={isLoading}
            onChoose={(files) => void choose(files)}
          >
            {isLoading ? IMPORT_LIST.checking : IMPORT_LIST.choose}
          </FileButton>
          <p id={noteId} className="text-sm text-muted">
            {IMPORT_LIST.hint}
          </p>
        </div>
        <div className="grid content-start gap-3">
          <h2 className="text-lg">{IMPORT_LIST.howTo}</h2>
          <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
            {IMPORT_LIST.sources.map(({ name, how }) => (
              <div key={name} className="contents">
                <dt className="font-semibold">{name}</dt>
                <dd className="text-muted max-sm:mb-2">{how}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
      {error && (
        <div className="mt-4">
          <Alert onDismiss={reset}>{messageOf(error)}</Alert>
        </div>
      )}
    </Panel>
  )
}

const STATE_LOOKS = {
  reading: 'neutral',
  ready: 'warning',
  running: 'warning',
  stopped: 'warning',
  done: 'good',
  undone: 'neutral',
} as const

function EarlierImport({ of: { _id, name, format, kind, state, createdAt, total } }: { of: Import }) {
  const { timeZone } = useShop()
  const day = formatDay(createdAt, timeZone)
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-1 py-3">
      <Link
        to={`/admin/imports/${_id}`}
        className="inline-flex min-h-11 min-w-0 items-center font-medium wrap-anywhere"
      >
        {name || IMPORT_SOURCE_NAMES[format]}
      </Link>
      <span className="text-sm text-muted">{IMPORT_LIST.from(IMPORT_SOURCE_NAMES[format], day)}</span>
      <span className="text-sm tabular-nums sm:ml-auto">
        {(kind === 'products' ? IMPORT_LIST : HISTORY_IMPORT[kind]).found(total)}
      </span>
      <Badge kind={STATE_LOOKS[state]}>{IMPORT_LIST.states[state]}</Badge>
    </li>
  )
}
