import { useNavigate } from 'react-router'
import { TEXT } from '#contract/texts.ts'
import { useForm } from '#web/forms/use-form.ts'
import { formProblemOf } from '#web/shop/accounts/validation.ts'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { FIELDS_NEEDED } from '#web/texts/account.ts'
import { CANCEL } from '#web/texts/shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Consequences, Obstacles } from './Consequences.tsx'
import { useDeleteMyAccountMutation, useDeletionPreviewQuery } from './personalDataApi.ts'
import { MY_DATA } from './texts.ts'

/** Says what deleting the account does, or what stops it, and deletes it by the password. */
export function DeleteAccount({ onCancel }: { onCancel(): void }) {
  const query = useDeletionPreviewQuery(undefined, { refetchOnMountOrArgChange: true })
  const { data: preview, error, isFetching } = query
  if (error) return <LoadFailure queries={[query]} />
  if (!preview || isFetching) return <Skeleton className="h-40 w-full" />
  const cancel = (
    <Button type="button" variant="secondary" onClick={onCancel}>
      {CANCEL}
    </Button>
  )
  if (preview.obstacles.length > 0)
    return (
      <>
        <Obstacles obstacles={preview.obstacles} />
        {cancel}
      </>
    )
  return (
    <>
      <Consequences preview={preview} isAccount />
      <PasswordForm cancel={cancel} />
    </>
  )
}

function PasswordForm({ cancel }: { cancel: React.ReactNode }) {
  const navigate = useNavigate()
  const user = useAppSelector(({ session }) => session.user)
  const [remove] = useDeleteMyAccountMutation()
  const { form, problem, errors, isSending, dismiss } = useForm(['password'], async ({ password }) => {
    if (!password) return { message: TEXT.completeAllFields, fields: { password: FIELDS_NEEDED.password } }
    const { error } = await remove({ password })
    if (error) {
      const refusal = formProblemOf(error)
      return refusal.code === 'password_wrong' ? { ...refusal, fields: { password: refusal.message } } : refusal
    }
    // That page signs out: without a user, this one would ask to sign in before the other is loaded.
    await navigate('/your-data', { state: { deletedId: user?._id } })
    return null
  })
  return (
    <form {...form} className="grid w-full max-w-md gap-5">
      {problem && <Alert onDismiss={dismiss}>{problem.message}</Alert>}
      <PasswordField
        label={TEXT.password}
        name="password"
        autoComplete="current-password"
        error={errors.password}
        required
      />
      <div className="flex flex-wrap gap-3">
        <Button isBusy={isSending}>{MY_DATA.delete}</Button>
        {cancel}
      </div>
    </form>
  )
}
