import { useState } from 'react'
import { useLocation } from 'react-router'
import { formatDay } from '#contract/dates.ts'
import type { Column } from '#web/admin/lists/DataTable.tsx'
import { ListScreen } from '#web/admin/lists/ListScreen.tsx'
import { useListAddress } from '#web/admin/lists/list-address.ts'
import { useDownload } from '#web/admin/lists/use-download.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import type { AdminLetters, ListedLetter, SubscriberFile } from '../contract.ts'
import { useLettersQuery } from './lettersApi.ts'
import { LETTERS } from './texts.ts'

const SETTINGS = '/admin/settings/contact'

/** The letters, the latest first, and who gets them. */
export default function LetterListPage() {
  const query = useLettersQuery(undefined, { refetchOnMountOrArgChange: true })
  const { timeZone } = useShop()
  const { state } = useLocation() as { state: { banner?: string } | null }
  const { currentData } = query
  return (
    <ListScreen
      title={LETTERS.title}
      about={LETTERS.about}
      address={useListAddress()}
      query={query}
      total={currentData?.letters.length}
      banner={
        <>
          {state?.banner && <Alert kind="success">{state.banner}</Alert>}
          {currentData && <Missing list={currentData} />}
        </>
      }
      action={<ButtonLink to="/admin/letters/new">{LETTERS.add}</ButtonLink>}
      empty={LETTERS.empty}
      caption={LETTERS.list}
      table={{ columns: columnsIn(timeZone), rows: currentData?.letters ?? [], nameOf: ({ subject }) => subject }}
      foot={currentData && <Readers list={currentData} />}
    />
  )
}

/** What the seller has to do before shoppers can ask for letters, and before she can send one. */
const Missing = ({ list: { isOffered, hasPostalAddress } }: { list: AdminLetters }) => (
  <>
    {!isOffered && (
      <Alert kind="info">
        {LETTERS.off} <Link to={SETTINGS}>{LETTERS.turnOn}</Link>
      </Alert>
    )}
    {isOffered && !hasPostalAddress && (
      <Alert kind="warning">
        {LETTERS.noAddress} <Link to={SETTINGS}>{LETTERS.addAddress}</Link>
      </Alert>
    )}
  </>
)

const KINDS = { draft: 'neutral', sending: 'warning', sent: 'good' } as const

const columnsIn = (timeZone: string): Column<ListedLetter>[] => [
  {
    heading: LETTERS.subject,
    cell: ({ _id, subject }) => (
      <Link to={`/admin/letters/${_id}/edit`} className="inline-flex min-h-11 items-center font-medium wrap-anywhere">
        {subject}
      </Link>
    ),
  },
  { heading: LETTERS.state, cell: ({ state }) => <Badge kind={KINDS[state]}>{LETTERS.states[state]}</Badge> },
  {
    heading: LETTERS.readers,
    cell: ({ state, sent }) => (state === 'draft' ? LETTERS.nobody : sent.toLocaleString('en-US')),
  },
  { heading: LETTERS.day, cell: ({ sentAt, updatedAt }) => formatDay(sentAt ?? updatedAt, timeZone) },
]

/** How many get letters, with the files of those who do and those who stopped. */
function Readers({ list: { subscribers, ended } }: { list: AdminLetters }) {
  return (
    <section className="grid gap-2 border-t border-line pt-4">
      <p>{[LETTERS.whoGets(subscribers), ...(ended > 0 ? [LETTERS.whoEnded(ended)] : [])].join(', ')}.</p>
      <div className="flex flex-wrap gap-x-6">
        {subscribers > 0 && <FileButton state="subscribed" label={LETTERS.export} />}
        {ended > 0 && <FileButton state="ended" label={LETTERS.exportEnded} />}
      </div>
    </section>
  )
}

function FileButton({ state, label }: SubscriberFile & { label: string }) {
  const { download, isLoading } = useDownload(`/api/letters/subscribers/export?state=${state}`, `letters-${state}.csv`)
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <div className="grid gap-2">
      <Button variant="quiet" className="px-0!" isBusy={isLoading} onClick={async () => setProblem(await download())}>
        {label}
      </Button>
      {problem && <Alert onDismiss={() => setProblem(null)}>{problem}</Alert>}
    </div>
  )
}
