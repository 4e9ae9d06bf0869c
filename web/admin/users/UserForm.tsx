import { useNavigate } from 'react-router'
import { UserUpdate } from '#contract/admin/users.ts'
import { TEXT } from '#contract/texts.ts'
import { UserDetails } from '#contract/users.ts'
import { DraftNotices } from '#web/admin/forms/DraftNotices.tsx'
import { useDraftForm } from '#web/admin/forms/use-draft-form.ts'
import { signedIn } from '#web/lib/sessionSlice.ts'
import { EmailField } from '#web/shop/accounts/EmailField.tsx'
import { useAppDispatch, useAppSelector } from '#web/shop/visitor/store.ts'
import { USER_FORM } from '#web/texts/admin.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, Field } from '#web/ui/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { useChangeUserMutation } from './usersApi.ts'

/** The form of a user; saving leads back to the list. */
export function UserForm({ user, listPath }: { user: UserDetails; listPath: string }) {
  const navigate = useNavigate()
  const { save, isSelf } = useSaving()
  const editing = useDraftForm({
    key: `user:${user._id}`,
    stored: user,
    schema: UserDetails,
    fields: UserUpdate.omit({ _id: true }).required(),
    valuesOf: ({ name, email, isAdmin, isPacker, isAPI }: UserDetails) => ({
      ...{ name, email, isAdmin, isAPI },
      isPacker: isPacker === true,
    }),
    save: ({ values }) => save({ ...values, _id: user._id }),
    onSaved: () => navigate(listPath),
  })
  const { form, isSending, box, tick } = editing
  return (
    <div className="grid max-w-xl gap-6">
      <DraftNotices editing={editing} />
      <Panel>
        <form {...form} className="grid gap-5">
          <Field label={TEXT.name} autoComplete="off" maxLength={100} required {...box('name')} />
          <EmailField autoComplete="off" hint={USER_FORM.emailHint} {...box('email')} />
          <div className="grid gap-2">
            <CheckField
              label={USER_FORM.isAdmin}
              hint={isSelf(user) ? `${USER_FORM.isAdminHint} ${USER_FORM.ownAccount}` : USER_FORM.isAdminHint}
              {...tick('isAdmin')}
            />
            <CheckField label={USER_FORM.isPacker} hint={USER_FORM.isPackerHint} {...tick('isPacker')} />
            <CheckField label={USER_FORM.isApi} hint={USER_FORM.isApiHint} {...tick('isAPI')} />
          </div>
          <Button isBusy={isSending} className="sm:justify-self-start">
            {TEXT.update}
          </Button>
        </form>
      </Panel>
    </div>
  )
}

/** `save` returns the answer. A change to the admin's own account updates the session at once. */
function useSaving() {
  const [change] = useChangeUserMutation()
  const user = useAppSelector((state) => state.session.user)
  const dispatch = useAppDispatch()
  const isSelf = ({ _id }: { _id: string }) => _id === user?._id
  return {
    isSelf,
    async save(wanted: UserUpdate & { _id: string }) {
      const answer = await change(wanted)
      if (user && answer.data && isSelf(answer.data)) dispatch(signedIn({ ...user, ...answer.data }))
      return answer
    },
  }
}
