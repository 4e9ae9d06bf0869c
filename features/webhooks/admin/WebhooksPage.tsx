import { useLocation } from 'react-router'
import { type Column, DataTable } from '#web/admin/lists/DataTable.tsx'
import { EditScreen } from '#web/admin/lists/EditScreen.tsx'
import { SETTINGS } from '#web/texts/admin-settings.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Link } from '#web/ui/Link.tsx'
import { type WebhookEndpoint, WebhookTopic } from '../contract.ts'
import { MENU, WEBHOOKS_LINK } from './menu-texts.ts'
import { NewWebhookForm } from './NewWebhookForm.tsx'
import { WEBHOOK_FORM, WEBHOOKS } from './texts.ts'
import { useWebhookEndpointsQuery } from './webhooksApi.ts'

const LIST = { path: '/admin/settings', label: SETTINGS.heading }

/** The endpoints that receive events of the shop, and a form that adds one. */
export default function WebhooksPage() {
  const query = useWebhookEndpointsQuery(undefined, { refetchOnMountOrArgChange: true })
  const { state } = useLocation() as { state: { banner?: string } | null }
  const { currentData: endpoints } = query
  return (
    <EditScreen title={MENU.webhooks.label} list={LIST} noun={WEBHOOK_FORM.noun} query={query}>
      {endpoints && (
        <div className="grid max-w-4xl grid-cols-1 gap-6">
          <p className="-mt-3 max-w-prose text-muted">{WEBHOOKS.about}</p>
          {state?.banner && <Alert kind="success">{state.banner}</Alert>}
          {endpoints.length === 0 ? (
            <p>{WEBHOOKS.empty}</p>
          ) : (
            <DataTable caption={WEBHOOKS.list} columns={COLUMNS} rows={endpoints} nameOf={({ url }) => url} />
          )}
          <NewWebhookForm />
        </div>
      )}
    </EditScreen>
  )
}

const KINDS = { on: 'good', failing: 'warning', off: 'neutral' } as const

const stateOf = ({ isOn, failingSince }: WebhookEndpoint) => (!isOn ? 'off' : failingSince ? 'failing' : 'on')

const COLUMNS: Column<WebhookEndpoint>[] = [
  {
    heading: WEBHOOKS.columns.url,
    cell: ({ _id, url }) => (
      <Link to={`${WEBHOOKS_LINK.to}/${_id}`} className="inline-flex min-h-11 items-center font-medium wrap-anywhere">
        {url}
      </Link>
    ),
  },
  {
    heading: WEBHOOKS.columns.topics,
    cell: ({ topics }) => WEBHOOKS.topics(topics.length, WebhookTopic.options.length),
  },
  {
    heading: WEBHOOKS.columns.state,
    cell: (endpoint) => <Badge kind={KINDS[stateOf(endpoint)]}>{WEBHOOKS.states[stateOf(endpoint)]}</Badge>,
  },
]
