import { useState } from 'react'
import { type CreatedApiKey, KEY_DAYS, KEY_RIGHTS } from '#contract/api-keys.ts'
import { useForm } from '#web/forms/use-form.ts'
import { API_KEYS } from '#web/texts/api-keys.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, Field, SelectField } from '#web/ui/Field.tsx'
import { useCreateApiKeyMutation } from './apiKeysApi.ts'
import { formProblemOf } from './validation.ts'

const FIELDS = ['name', 'days', ...KEY_RIGHTS] as const

/** Creates an API key and shows it, once. */
export function NewKeyForm() {
  const [create, { data: newKey, reset }] = useCreateApiKeyMutation()
  const { form, problem, errors, isSending, dismiss } = useForm(FIELDS, async ({ name, days, ...ticks }) => {
    const rights = KEY_RIGHTS.filter((right) => ticks[right])
    const { error } = await create({ name, rights, days: Number(days) })
    return error ? formProblemOf(error) : null
  })
  return (
    <div className="grid gap-5">
      {problem && <Alert onDismiss={dismiss}>{problem.message}</Alert>}
      {newKey && <MadeKey made={newKey} onDismiss={reset} />}
      {/* A new form after each key. */}
      <form {...form} key={newKey?._id} className="grid gap-4 sm:grid-cols-2">
        <Field label={API_KEYS.nameOfNew} name="name" maxLength={100} autoComplete="off" error={errors.name} required />
        <SelectField label={API_KEYS.days} name="days" defaultValue={KEY_DAYS.at(-1)} error={errors.days}>
          {KEY_DAYS.map((days) => (
            <option key={days} value={days}>
              {API_KEYS.forDays(days)}
            </option>
          ))}
        </SelectField>
        <fieldset className="sm:col-span-2">
          <legend className="font-medium text-sm">{API_KEYS.rights}</legend>
          {KEY_RIGHTS.map((right) => (
            <CheckField
              key={right}
              label={API_KEYS.right[right]}
              hint={API_KEYS.rightHint[right]}
              name={right}
              defaultChecked={right === 'read_catalog'}
            />
          ))}
        </fieldset>
        <Button isBusy={isSending} className="justify-self-start">
          {API_KEYS.create}
        </Button>
      </form>
    </div>
  )
}

function MadeKey({ made, onDismiss }: { made: CreatedApiKey; onDismiss(): void }) {
  const [isCopied, setCopied] = useState(false)
  const [sentence, warning] = API_KEYS.made(made.name)
  const copy = () =>
    navigator.clipboard.writeText(made.key).then(
      () => setCopied(true),
      // The browser denies access to the clipboard: the key can be selected and copied by hand.
      () => setCopied(false),
    )
  return (
    <Alert kind="success" onDismiss={onDismiss}>
      <div className="grid gap-3">
        <p>
          {sentence}
          <strong>{warning}</strong>
        </p>
        <code className="select-all break-all rounded-md bg-card px-3 py-2 text-ink text-sm">{made.key}</code>
        <Button type="button" variant="secondary" onClick={copy} className="justify-self-start">
          {isCopied ? API_KEYS.copied : API_KEYS.copy}
        </Button>
      </div>
    </Alert>
  )
}
