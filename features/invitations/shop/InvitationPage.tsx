import { skipToken } from '@reduxjs/toolkit/query'
import { useEffect, useState } from 'react'
import { TEXT } from '#contract/texts.ts'
import { useForm } from '#web/forms/use-form.ts'
import { useFragment } from '#web/forms/use-fragment.ts'
import { isCanceled, messageOf } from '#web/lib/api-failure.ts'
import { readFromTab, removeFromTab, saveInTab } from '#web/lib/tab-storage.ts'
import { AccountForm } from '#web/shop/accounts/AccountForm.tsx'
import { NewPasswordField } from '#web/shop/accounts/NewPasswordField.tsx'
import { useNavigateWhen } from '#web/shop/accounts/sign-in-redirect.ts'
import { formProblemOf, registrationProblem } from '#web/shop/accounts/validation.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { REGISTER } from '#web/texts/account.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import type { OpenedInvitation } from '../contract.ts'
import {
  useAcceptInvitationMutation,
  useCreateInvitedAccountMutation,
  useOpenInvitationQuery,
} from './invitationApi.ts'
import { INVITATION } from './texts.ts'

const STORED_KEY = 'invitation'

/** The target of the link in an invitation: makes an account, or accepts with the one that the address has. */
export default function InvitationPage() {
  const { restored } = useAppSelector(({ session }) => session)
  const key = useKey()
  const { data: invitation, error } = useOpenInvitationQuery(key || skipToken)
  const [isDone, setDone] = useState(false)
  const { name } = useShop()
  useNavigateWhen(isDone ? '/admin' : null)
  const finish = () => {
    removeFromTab(STORED_KEY)
    setDone(true)
  }
  const failure = key === '' ? INVITATION.incomplete : error && !isDone ? messageOf(error) : null
  const lead = invitation ? INVITATION.lead[invitation.role](name) : failure ? undefined : INVITATION.loading
  const accepting = { onDone: finish, linkKey: key ?? '' }
  return (
    <>
      <Head title={INVITATION.title} noIndex />
      {restored && invitation && !invitation.hasAccount ? (
        <NewAccount {...accepting} invitation={invitation} lead={lead} />
      ) : restored && invitation ? (
        <KnownAccount {...accepting} invitation={invitation} lead={lead} />
      ) : (
        <AccountForm
          title={INVITATION.title}
          lead={lead}
          problem={failure ? { message: failure, fields: {} } : null}
          onDismiss={() => undefined}
        >
          {null}
        </AccountForm>
      )}
    </>
  )
}

/** The key of the link, kept in this tab while its owner signs in. Undefined until the page runs, empty without one. */
function useKey() {
  const fragment = useFragment()
  const [key, setKey] = useState<string>()
  useEffect(() => {
    if (fragment) saveInTab(STORED_KEY, fragment)
    const storedKey = readFromTab(STORED_KEY)
    setKey(fragment || window.location.hash.slice(1) || (typeof storedKey === 'string' ? storedKey : ''))
  }, [fragment])
  return key
}

type Props = { invitation: OpenedInvitation; lead: string | undefined; linkKey: string; onDone(): void }

function NewAccount({ invitation: { email }, lead, linkKey, onDone }: Props) {
  const [create] = useCreateInvitedAccountMutation()
  const names = ['name', 'password', 'confirm'] as const
  const { form, problem, errors, isSending, dismiss } = useForm(names, async ({ confirm, ...account }) => {
    const formProblem = registrationProblem({ ...account, email, confirm })
    if (formProblem) return formProblem
    const { error } = await create({ ...account, key: linkKey })
    if (!error) onDone()
    return error ? formProblemOf(error) : null
  })
  return (
    <AccountForm title={INVITATION.title} lead={lead} problem={problem} onDismiss={dismiss}>
      <Panel>
        <form {...form} className="grid gap-5">
          <p className="wrap-anywhere">{INVITATION.newAccount(email)}</p>
          {/* For password managers. */}
          <input hidden readOnly name="email" autoComplete="username" value={email} />
          <Field label={TEXT.name} name="name" autoComplete="name" maxLength={100} error={errors.name} required />
          <NewPasswordField
            label={TEXT.password}
            name="password"
            hint={REGISTER.passwordHint}
            error={errors.password}
            required
          />
          <NewPasswordField label={TEXT.confirmPassword} name="confirm" error={errors.confirm} required />
          <Button isBusy={isSending}>{INVITATION.create}</Button>
        </form>
      </Panel>
    </AccountForm>
  )
}

function KnownAccount({ invitation: { email }, lead, linkKey, onDone }: Props) {
  const user = useAppSelector(({ session }) => session.user)
  const [accept, { error, isLoading, reset }] = useAcceptInvitationMutation()
  const isSignedIn = user?.email.toLowerCase() === email.toLowerCase()
  const problem = error && !isCanceled(error) ? formProblemOf(error) : null
  return (
    <AccountForm title={INVITATION.title} lead={lead} problem={problem} onDismiss={reset}>
      {isSignedIn ? (
        <Button isBusy={isLoading} onClick={async () => (await accept(linkKey)).data && onDone()}>
          {INVITATION.accept}
        </Button>
      ) : (
        <>
          <p className="text-center wrap-anywhere">{INVITATION.signInFirst(email)}</p>
          <ButtonLink to="/login?redirect=%2Finvitation&again=">{INVITATION.signIn}</ButtonLink>
        </>
      )}
    </AccountForm>
  )
}
