import { WEBHOOKS } from './texts.ts'
import { useWebhookEndpointsQuery } from './webhooksApi.ts'

/** How many endpoints there are. */
export function WebhooksState() {
  const { currentData } = useWebhookEndpointsQuery(undefined, { refetchOnMountOrArgChange: true })
  return currentData && (currentData.length === 0 ? WEBHOOKS.none : WEBHOOKS.count(currentData.length))
}
