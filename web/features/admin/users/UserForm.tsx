import { Fragment } from 'react'
import { useNavigate } from 'react-router'
import { TEXT } from '#contract/texts.ts'
import type { UserDetails } from '#contract/users.ts'
import { RestoredNotice } from '../../../forms/RestoredNotice.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useFormDraft } from '../../../forms/use-form-draft.ts'
import { useUnsavedWarning } from '../../../forms/use-unsaved.ts'
import { useAppDispatch, useAppSelector } from '../../../store.ts'
import { USER_FORM } from '../../../texts/admin.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CheckField, Field } from '../../../ui/Field.tsx'
import { InView } from '../../../ui/InView.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { EmailField } from '../../accounts/EmailField.tsx'
import { signedIn } from '../../accounts/sessionSlice.ts'
import { formProblemOf } from '../../accounts/validation.ts'
import { useChangeUserMutation } from './usersApi.ts'

const FIELDS = ['name', 'email', 'isAdmin', 'isAPI'] as const

/** The form's values for a user; a checked box is 'on', an unchecked one empty. */
const textsOf = ({ name, email, isAdmin, isAPI }: UserDetails) => ({
  ...{ name, email },
  isAdmin: isAdmin ? 'on' : '',
  isAPI: isAPI ? 'on' : '',
})

/** The form of a user; saving leads back to the list. */
export function UserForm({ user, listPath }: { user: UserDetails; listPath: string }) {
  const navigate = useNavigate()
  const { save, isSelf } = useSaving()
  const draft = useFormDraft(`user:${user._id}`, textsOf(user))
  useUnsavedWarning(draft.isUnsaved)
  const { form, problem, errors, isSending, dismiss } = useForm(FIELDS, async ({ isAdmin, isAPI, ...typed }) => {
    const error = await save({ ...typed, _id: user._id, isAdmin: isAdmin === 'on', isAPI: isAPI === 'on' })
    if (error) return formProblemOf(error)
    draft.drop()
    navigate(listPath)
    return null
  })
  return (
    <div className="grid max-w-xl gap-6">
      {problem && (
        <InView>
          <Alert onDismiss={dismiss}>{problem.message}</Alert>
        </InView>
      )}
      <Panel>
        <form {...form} onChange={({ currentTarget }) => draft.keep(currentTarget)} className="grid gap-5">
          {draft.isRestored && <RestoredNotice onDiscard={draft.drop} />}
          <Fragment key={draft.fieldsKey}>
            <Field
              label={TEXT.name}
              name="name"
              autoComplete="off"
              maxLength={100}
              defaultValue={draft.values.name}
              error={errors.name}
              required
            />
            <EmailField
              autoComplete="off"
              defaultValue={draft.values.email}
              error={errors.email}
              hint={USER_FORM.emailHint}
            />
            <div className="grid gap-2">
              <CheckField
                label={USER_FORM.isAdmin}
                name="isAdmin"
                defaultChecked={draft.values.isAdmin === 'on'}
                hint={isSelf(user) ? `${USER_FORM.isAdminHint} ${USER_FORM.ownAccount}` : USER_FORM.isAdminHint}
              />
              <CheckField
                label={USER_FORM.isApi}
                name="isAPI"
                defaultChecked={draft.values.isAPI === 'on'}
                hint={USER_FORM.isApiHint}
              />
            </div>
          </Fragment>
          <Button isBusy={isSending} className="sm:justify-self-start">
            {TEXT.update}
          </Button>
        </form>
      </Panel>
    </div>
  )
}

/** `save` returns the error, if any. A change to the admin's own account updates the session at once. */
function useSaving() {
  const [change] = useChangeUserMutation()
  const user = useAppSelector((state) => state.session.user)
  const dispatch = useAppDispatch()
  const isSelf = ({ _id }: { _id: string }) => _id === user?._id
  return {
    isSelf,
    async save(wanted: UserDetails) {
      const { data, error } = await change(wanted)
      if (user && data && isSelf(data)) dispatch(signedIn({ ...user, ...data }))
      return error
    },
  }
}
