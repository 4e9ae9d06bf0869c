import { useLocation } from 'react-router'
import { formatMoment } from '#contract/dates.ts'
import type { Column } from '#web/admin/lists/DataTable.tsx'
import { ListScreen } from '#web/admin/lists/ListScreen.tsx'
import { useListAddress } from '#web/admin/lists/list-address.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Link } from '#web/ui/Link.tsx'
import type { AdminNewsItem } from '../contract.ts'
import { NewNewsForm } from './NewNewsForm.tsx'
import { editorOf } from './news-editor.ts'
import { useNewsQuery } from './newsApi.ts'
import { NEWS } from './texts.ts'

type Row = AdminNewsItem & { _id: string }

/** The news, drafts first, then the newest, and a form that begins some. */
export default function NewsListPage() {
  const query = useNewsQuery(undefined, { refetchOnMountOrArgChange: true })
  const { state } = useLocation() as { state: { banner?: string } | null }
  const rows = (query.currentData ?? []).map((item): Row => ({ ...item, _id: item.slug }))
  return (
    <ListScreen
      title={NEWS.title}
      about={NEWS.about}
      address={useListAddress()}
      query={query}
      banner={state?.banner && <Alert kind="success">{state.banner}</Alert>}
      empty={NEWS.empty}
      caption={NEWS.list}
      table={{ columns: COLUMNS, rows, nameOf: ({ title }) => title }}
      foot={<NewNewsForm />}
    />
  )
}

const KINDS = { draft: 'neutral', waiting: 'warning', live: 'good', changed: 'warning' } as const

const COLUMNS: Column<Row>[] = [
  {
    heading: NEWS.columns.title,
    cell: ({ slug, title }) => (
      <Link {...editorOf(slug)} className="inline-flex min-h-11 items-center font-medium wrap-anywhere">
        {title}
      </Link>
    ),
  },
  { heading: NEWS.columns.date, cell: ({ datedAt }) => <DateOf datedAt={datedAt} /> },
  {
    heading: NEWS.columns.state,
    cell: (item) => <Badge kind={KINDS[stateOf(item)]}>{NEWS.states[stateOf(item)]}</Badge>,
  },
]

const stateOf = ({ state, isShown }: AdminNewsItem) => (state !== 'draft' && !isShown ? 'waiting' : state)

const DateOf = ({ datedAt }: Pick<AdminNewsItem, 'datedAt'>) => {
  const { timeZone } = useShop()
  return datedAt ? formatMoment(datedAt, timeZone) : NEWS.undated
}
