import { useForm } from '#web/forms/use-form.ts'
import { NEW_ADDRESS } from '#web/texts/account.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { useConfirmAddressMutation } from './accountsApi.ts'
import { formProblemOf } from './validation.ts'

type Props = { email: string; present: string; onDone(): void }

/** Asks for the code that was mailed to the user's new email address, in the place of the form. */
export function NewAddressForm({ email, present, onDone }: Props) {
  const [confirm] = useConfirmAddressMutation()
  const { form, problem, errors, isSending, dismiss } = useForm(['code'], async ({ code }) => {
    const { error } = await confirm({ email, code: code.trim() })
    if (error) return formProblemOf(error)
    onDone()
    return null
  })
  return (
    <form {...form} className="grid gap-5">
      {problem ? (
        <Alert onDismiss={dismiss}>{problem.message}</Alert>
      ) : (
        <Alert kind="info">{NEW_ADDRESS.sent(email, present)}</Alert>
      )}
      <Field
        label={NEW_ADDRESS.code}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={6}
        error={errors.code}
        required
      />
      <Button isBusy={isSending}>{NEW_ADDRESS.confirm}</Button>
      <Button type="button" variant="secondary" onClick={onDone}>
        {NEW_ADDRESS.cancel(present)}
      </Button>
    </form>
  )
}
