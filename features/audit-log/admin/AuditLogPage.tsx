import { AUDIT_KINDS, type AuditEvent } from '#contract/admin/audit-log.ts'
import { formatMoment } from '#contract/dates.ts'
import type { Column } from '#web/admin/lists/DataTable.tsx'
import type { Filter } from '#web/admin/lists/ListFilters.tsx'
import { ListScreen } from '#web/admin/lists/ListScreen.tsx'
import { useListAddress } from '#web/admin/lists/list-address.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Link } from '#web/ui/Link.tsx'
import { useAuditLogQuery } from './auditLogApi.ts'
import { MENU } from './menu-texts.ts'
import { AUDIT_LOG, CALLED } from './texts.ts'

/** The events of the audit log, newest first. */
export default function AuditLogPage() {
  const address = useListAddress()
  const query = useAuditLogQuery(address.query, { refetchOnMountOrArgChange: true })
  return (
    <ListScreen
      title={MENU.auditLog.label}
      nouns={AUDIT_LOG.nouns}
      address={address}
      query={query}
      filters={FILTERS}
      empty={address.read('kind') ? AUDIT_LOG.noneOfKind : AUDIT_LOG.empty}
      table={{
        columns: COLUMNS,
        rows: query.currentData?.events ?? [],
        nameOf: ({ kind }) => AUDIT_LOG.kinds[kind],
      }}
    />
  )
}

const FILTERS: Filter[] = [
  {
    name: 'kind',
    label: AUDIT_LOG.kind,
    options: [['', AUDIT_LOG.all], ...AUDIT_KINDS.map((kind) => [kind, AUDIT_LOG.kinds[kind]] as const)],
  },
]

const COLUMNS: Column<AuditEvent>[] = [
  { heading: AUDIT_LOG.kind, cell: (event) => <Kind event={event} /> },
  { heading: AUDIT_LOG.at, cell: ({ at }) => <When at={at} />, isLong: true },
  { heading: AUDIT_LOG.by, cell: (event) => <Who event={event} /> },
  {
    heading: AUDIT_LOG.network,
    cell: ({ network }) => <span className="tabular-nums">{network ?? AUDIT_LOG.notKnown}</span>,
  },
  { heading: AUDIT_LOG.about, cell: (event) => <About event={event} />, isLong: true },
]

const Kind = ({ event: { kind, times } }: { event: AuditEvent }) => (
  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
    <span className="font-medium">{AUDIT_LOG.kinds[kind]}</span>
    {times > 1 && <Badge kind="neutral">{AUDIT_LOG.times(times)}</Badge>}
  </span>
)

const When = ({ at }: { at: string }) => (
  <time dateTime={at} className="whitespace-nowrap tabular-nums">
    {formatMoment(at, useShop().timeZone)}
  </time>
)

/** A call that needs no sign-in, because its address is a secret. */
const LINK_PATTERN = /\/(by-link|file|:token)/

/** A signed-out caller has a network; an erased one, or one of the many who share a row, has none. */
function Who({ event: { by, isApiKey, apiKey, network, call } }: { event: AuditEvent }) {
  if (!by && !network) return AUDIT_LOG.notKnown
  if (!by) return call && LINK_PATTERN.test(call) ? AUDIT_LOG.byLink : AUDIT_LOG.signedOut
  return (
    <span>
      <Link to={`/admin/user/${by._id}/edit`}>{by.name}</Link>
      {isApiKey && `, ${AUDIT_LOG.byApiKey(apiKey?.name)}`}
    </span>
  )
}

function About({ event: { kind, call, subject } }: { event: AuditEvent }) {
  const area = call?.split('/')[2] ?? ''
  const isGone = kind === 'person_deleted'
  return (
    <span className="grid gap-1">
      {subject && !isGone && area === 'orders' ? (
        <Link to={`/order/${subject}`}>{AUDIT_LOG.order}</Link>
      ) : subject && !isGone && call?.includes('/users/:id') ? (
        <Link to={`/admin/user/${subject}/edit`}>{AUDIT_LOG.account}</Link>
      ) : (
        CALLED[area]
      )}
      {call ? <code className="text-xs break-all text-muted">{call}</code> : AUDIT_LOG.notKnown}
    </span>
  )
}
