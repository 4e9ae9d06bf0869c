import { useState } from 'react'
import { DraftNotices } from '#web/admin/forms/DraftNotices.tsx'
import { useDraftForm } from '#web/admin/forms/use-draft-form.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, Field } from '#web/ui/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { URL_MAX, WebhookEndpoint, WebhookEndpointUpdate, WebhookTopic } from '../contract.ts'
import { TopicFields } from './TopicFields.tsx'
import { WEBHOOK_FORM } from './texts.ts'
import { useUpdateWebhookMutation } from './webhooksApi.ts'

/** The form of an endpoint: its address, what it hears of, and whether it is on. */
export function WebhookForm({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [isSaved, setSaved] = useState(false)
  const [save] = useUpdateWebhookMutation()
  const { _id: id } = endpoint
  const editing = useDraftForm<WebhookEndpoint, WebhookEndpointUpdate>({
    key: `webhook:${id}`,
    stored: endpoint,
    schema: WebhookEndpoint,
    fields: WebhookEndpointUpdate,
    valuesOf: ({ url, topics, isOn }) => ({ url, topics, isOn }),
    save: ({ values }) => save({ id, update: values }),
    onSaved: () => setSaved(true),
  })
  const { form, values, isSending, box, tick, change } = editing
  const choose = (topic: WebhookTopic, isWanted: boolean) =>
    change({
      topics: WebhookTopic.options.filter((one) => (one === topic ? isWanted : values.topics.includes(one))),
    })
  return (
    <Panel>
      <form {...form} className="grid gap-5">
        <DraftNotices editing={editing} />
        {isSaved && (
          <Alert kind="success" onDismiss={() => setSaved(false)}>
            {WEBHOOK_FORM.saved}
          </Alert>
        )}
        <Field
          label={WEBHOOK_FORM.url}
          hint={WEBHOOK_FORM.urlHint}
          inputMode="url"
          autoComplete="off"
          maxLength={URL_MAX}
          {...box('url')}
        />
        <TopicFields
          propsOf={(topic) => ({
            checked: values.topics.includes(topic),
            onChange: ({ target }) => choose(topic, target.checked),
          })}
        />
        <CheckField label={WEBHOOK_FORM.isOn} hint={WEBHOOK_FORM.isOnHint} {...tick('isOn')} />
        <Button isBusy={isSending} className="sm:justify-self-start">
          {WEBHOOK_FORM.save}
        </Button>
      </form>
    </Panel>
  )
}
