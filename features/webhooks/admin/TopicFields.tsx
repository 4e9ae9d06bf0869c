import type { ComponentProps } from 'react'
import { CheckField } from '#web/ui/Field.tsx'
import { WebhookTopic } from '../contract.ts'
import { TOPIC_SUMMARIES } from '../texts.ts'
import { WEBHOOK_FORM } from './texts.ts'

/** The events that an endpoint can hear of, as check boxes. */
export const TopicFields = ({ propsOf }: { propsOf(topic: WebhookTopic): ComponentProps<'input'> }) => (
  <fieldset>
    <legend className="mb-1 text-sm font-medium">{WEBHOOK_FORM.topics}</legend>
    <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
      {WebhookTopic.options.map((topic) => (
        <CheckField key={topic} label={TOPIC_SUMMARIES[topic]} hint={topic} {...propsOf(topic)} />
      ))}
    </div>
  </fieldset>
)
