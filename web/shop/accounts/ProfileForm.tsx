import { Fragment, useState } from 'react'
import { TEXT } from '#contract/texts.ts'
import type { UserDetails } from '#contract/users.ts'
import { RestoredNotice } from '#web/forms/RestoredNotice.tsx'
import { useForm } from '#web/forms/use-form.ts'
import { useFormDraft } from '#web/forms/use-form-draft.ts'
import { PROFILE } from '#web/texts/account.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { InView } from '#web/ui/InView.tsx'
import { ACCOUNT_FIELDS, AccountFields } from './AccountFields.tsx'
import { useUpdateProfileMutation } from './accountsApi.ts'
import { NewAddressForm } from './NewAddressForm.tsx'
import { formProblemOf, profileProblem } from './validation.ts'

/** Edits the user's name, email and password. An empty password stays as it is; a new email waits for its code. */
export function ProfileForm({ details }: { details: UserDetails }) {
  const [update, { isSuccess, reset }] = useUpdateProfileMutation()
  // Never the passwords.
  const draft = useFormDraft('profile', { name: details.name, email: details.email })
  const [newAddress, setNewAddress] = useState<string | null>(null)
  const { form, problem, errors, isSending, dismiss } = useForm(ACCOUNT_FIELDS, async ({ confirm, ...account }) => {
    reset()
    const formProblem = profileProblem({ ...account, confirm })
    if (formProblem) return formProblem
    const { data, error } = await update({ id: details._id, ...account })
    if (!data) return formProblemOf(error)
    draft.drop()
    const email = account.email.trim()
    setNewAddress(email === data.email ? null : email)
    return null
  })
  if (newAddress)
    return <NewAddressForm email={newAddress} present={details.email} onDone={() => setNewAddress(null)} />
  return (
    <form {...form} onChange={({ currentTarget }) => draft.keep(currentTarget)} className="grid gap-5">
      {draft.isRestored && <RestoredNotice onDiscard={draft.drop} />}
      {/* New fields after each save and load, so that the passwords are empty again. */}
      <Fragment key={`${draft.fieldsKey} ${details.name} ${details.email}`}>
        <AccountFields
          errors={errors}
          saved={draft.values}
          passwordHint={PROFILE.passwordHint}
          isPasswordNeeded={false}
        />
      </Fragment>
      {/* Beside the button, where a phone shows it, too. */}
      {problem && (
        <InView>
          <Alert onDismiss={dismiss}>{problem.message}</Alert>
        </InView>
      )}
      {isSuccess && (
        <InView>
          <Alert kind="success" onDismiss={reset}>
            {PROFILE.updated}
          </Alert>
        </InView>
      )}
      <Button isBusy={isSending}>{TEXT.update}</Button>
    </form>
  )
}
