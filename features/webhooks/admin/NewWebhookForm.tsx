import { useForm } from '#web/forms/use-form.ts'
import { formProblemOf } from '#web/shop/accounts/validation.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { URL_MAX, WebhookTopic } from '../contract.ts'
import { SecretNotice } from './SecretNotice.tsx'
import { TopicFields } from './TopicFields.tsx'
import { WEBHOOK_FORM, WEBHOOKS } from './texts.ts'
import { useCreateWebhookMutation } from './webhooksApi.ts'

/** Adds an endpoint and shows its secret, once. */
export function NewWebhookForm() {
  const [create, { data: endpoint, reset }] = useCreateWebhookMutation()
  const fields = ['url', ...WebhookTopic.options] as const
  const { form, problem, errors, isSending, dismiss } = useForm(fields, async ({ url, ...ticks }) => {
    const { error } = await create({ url, topics: WebhookTopic.options.filter((topic) => ticks[topic]) })
    return error ? formProblemOf(error) : null
  })
  return (
    <Panel>
      <section aria-labelledby="new-webhook" className="grid gap-5">
        <h2 id="new-webhook" className="text-xl">
          {WEBHOOKS.add}
        </h2>
        {problem && <Alert onDismiss={dismiss}>{problem.message}</Alert>}
        {endpoint && <SecretNotice secret={endpoint.secret} onDismiss={reset} />}
        {/* A new form after each endpoint. */}
        <form {...form} key={endpoint?._id} className="grid gap-5">
          <Field
            label={WEBHOOK_FORM.url}
            hint={WEBHOOK_FORM.urlHint}
            name="url"
            inputMode="url"
            autoComplete="off"
            maxLength={URL_MAX}
            {...(errors.url && { error: errors.url })}
          />
          <TopicFields propsOf={(topic) => ({ name: topic })} />
          <Button isBusy={isSending} className="sm:justify-self-start">
            {WEBHOOKS.create}
          </Button>
        </form>
      </section>
    </Panel>
  )
}
