import { useNavigate, useParams } from 'react-router'
import { formatMoment } from '#contract/dates.ts'
import { ConfirmedRequest } from '#web/admin/lists/ConfirmedRequest.tsx'
import { EditScreen } from '#web/admin/lists/EditScreen.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { OVERLAP_HOURS, type WebhookEndpoint } from '../contract.ts'
import { DeliveryLog } from './DeliveryLog.tsx'
import { WEBHOOKS_LINK } from './menu-texts.ts'
import { SecretNotice } from './SecretNotice.tsx'
import { OFF_REASONS, SECRET, WEBHOOK_FORM } from './texts.ts'
import { WebhookForm } from './WebhookForm.tsx'
import { useDeleteWebhookMutation, useRotateWebhookSecretMutation, useWebhookEndpointQuery } from './webhooksApi.ts'

const LIST = { path: WEBHOOKS_LINK.to, label: WEBHOOKS_LINK.label }

/** An endpoint: what it hears of, its secret, and what became of the events for it. */
export default function WebhookPage() {
  const { id = '' } = useParams()
  const query = useWebhookEndpointQuery(id, { refetchOnMountOrArgChange: true })
  const { currentData: endpoint } = query
  const title = (endpoint && URL.parse(endpoint.url)?.host) ?? WEBHOOK_FORM.title
  return (
    <EditScreen title={title} list={LIST} noun={WEBHOOK_FORM.noun} query={query}>
      {endpoint && (
        <div className="grid max-w-4xl grid-cols-1 gap-6">
          {endpoint.offReason && <Alert kind="warning">{OFF_REASONS[endpoint.offReason]}</Alert>}
          <WebhookForm key={id} endpoint={endpoint} />
          <Secret endpoint={endpoint} />
          <DeliveryLog endpoint={endpoint} />
          <Deletion endpoint={endpoint} />
        </div>
      )}
    </EditScreen>
  )
}

function Secret({ endpoint: { _id: id, rotatedAt, createdAt } }: { endpoint: WebhookEndpoint }) {
  const { timeZone } = useShop()
  const [rotate, request] = useRotateWebhookSecretMutation()
  return (
    <Panel>
      <section aria-labelledby="webhook-secret" className="grid gap-4">
        <h2 id="webhook-secret" className="text-xl">
          {SECRET.heading}
        </h2>
        <p className="max-w-prose text-muted">
          {SECRET.about} {SECRET.rotated(formatMoment(rotatedAt ?? createdAt, timeZone))}
        </p>
        {request.data && <SecretNotice secret={request.data.secret} onDismiss={request.reset} />}
        <ConfirmedRequest
          variant="secondary"
          label={SECRET.rotate}
          sentence={SECRET.rotateSentence(OVERLAP_HOURS)}
          request={request}
          onConfirm={() => void rotate(id)}
        />
      </section>
    </Panel>
  )
}

function Deletion({ endpoint: { _id: id, url } }: { endpoint: WebhookEndpoint }) {
  const navigate = useNavigate()
  const [remove, request] = useDeleteWebhookMutation()
  const drop = async () => {
    const { data } = await remove(id)
    if (data) navigate(LIST.path, { replace: true, state: { banner: data.message } })
  }
  return (
    <ConfirmedRequest
      variant="quiet"
      label={WEBHOOK_FORM.delete}
      sentence={WEBHOOK_FORM.deleteSentence(url)}
      request={request}
      onConfirm={() => void drop()}
    />
  )
}
