import { AUDIT_KINDS, type AuditEvent } from '#contract/admin/audit-log.ts'
import { formatMoment } from '#contract/dates.ts'
import { ADMIN } from '../../../texts/admin.ts'
import { AUDIT_LOG, CALLED } from '../../../texts/admin-audit-log.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { SelectField } from '../../../ui/Field.tsx'
import { Link } from '../../../ui/Link.tsx'
import { useShop } from '../../shop/use-shop.ts'
import { type Column, DataTable } from '../lists/DataTable.tsx'
import { ListScreen } from '../lists/ListScreen.tsx'
import { type ListAddress, useListAddress } from '../lists/list-address.ts'
import { useAuditLogQuery } from './auditLogApi.ts'

/** The events of the audit log, newest first. */
export default function AuditLogPage() {
  const address = useListAddress()
  const query = useAuditLogQuery(address.query, { refetchOnMountOrArgChange: true })
  return (
    <ListScreen
      title={ADMIN.auditLog}
      nouns={AUDIT_LOG.nouns}
      address={address}
      query={query}
      filters={
        <div className="max-sm:col-span-2">
          <KindFilter address={address} />
        </div>
      }
      empty={address.read('kind') ? AUDIT_LOG.noneOfKind : AUDIT_LOG.empty}
    >
      <DataTable
        caption={ADMIN.auditLog}
        columns={COLUMNS}
        rows={query.currentData?.events ?? []}
        address={address}
        sortedBy="-created"
        nameOf={({ kind }) => AUDIT_LOG.kinds[kind]}
      />
    </ListScreen>
  )
}

const KindFilter = ({ address }: { address: ListAddress }) => (
  <SelectField
    label={AUDIT_LOG.kind}
    value={address.read('kind')}
    onChange={({ target }) => address.change({ kind: target.value })}
  >
    <option value="">{AUDIT_LOG.all}</option>
    {AUDIT_KINDS.map((kind) => (
      <option key={kind} value={kind}>
        {AUDIT_LOG.kinds[kind]}
      </option>
    ))}
  </SelectField>
)

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
function Who({ event: { by, isApiKey, network, call } }: { event: AuditEvent }) {
  if (!by && !network) return AUDIT_LOG.notKnown
  if (!by) return call && LINK_PATTERN.test(call) ? AUDIT_LOG.byLink : AUDIT_LOG.signedOut
  return (
    <span>
      <Link to={`/admin/user/${by._id}/edit`}>{by.name}</Link>
      {isApiKey && `, ${AUDIT_LOG.byApiKey}`}
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
