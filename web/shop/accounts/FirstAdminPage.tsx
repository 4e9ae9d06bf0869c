import { useEffect, useState } from 'react'
import { TEXT } from '#contract/texts.ts'
import { useForm } from '#web/forms/use-form.ts'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { FIRST_ADMIN, REGISTER } from '#web/texts/account.ts'
import { Button } from '#web/ui/Button.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { ACCOUNT_FIELDS, AccountFields } from './AccountFields.tsx'
import { AccountForm } from './AccountForm.tsx'
import { useFirstAdminMutation } from './accountsApi.ts'
import { useNavigateWhen } from './sign-in-redirect.ts'
import { formProblemOf, registrationProblem } from './validation.ts'

/** The target of the link that the start prints: creates the first admin's account, and opens the admin area. */
export default function FirstAdminPage() {
  const key = useKey()
  const [isDone, setDone] = useState(false)
  const { restored } = useAppSelector((state) => state.session)
  const [create] = useFirstAdminMutation()
  useNavigateWhen(isDone ? '/admin/welcome' : null)
  const { form, problem, errors, isSending, dismiss } = useForm(ACCOUNT_FIELDS, async ({ confirm, ...account }) => {
    const formProblem = registrationProblem({ ...account, confirm })
    if (formProblem) return formProblem
    if (!key) return { message: FIRST_ADMIN.noKey, fields: {} }
    const { error } = await create({ ...account, key })
    setDone(!error)
    return error ? formProblemOf(error) : null
  })
  return (
    <main id="main" tabIndex={-1} className="outline-none">
      <AccountForm title={FIRST_ADMIN.title} lead={FIRST_ADMIN.lead} problem={problem} onDismiss={dismiss}>
        <Head title={FIRST_ADMIN.title} noIndex />
        <Panel>
          <form {...form} className="grid gap-5">
            <AccountFields errors={errors} passwordHint={REGISTER.passwordHint} isPasswordNeeded />
            <Button isBusy={isSending} disabled={!restored}>
              {FIRST_ADMIN.create}
            </Button>
          </form>
        </Panel>
        <p className="text-center">
          {REGISTER.haveAccount} <Link to="/login?redirect=%2Fadmin">{TEXT.signIn}</Link>
        </p>
      </AccountForm>
    </main>
  )
}

/** The key in the fragment, which never reaches a server's log. */
function useKey() {
  const [key, setKey] = useState<string>()
  useEffect(() => {
    const readKey = () => setKey(new URLSearchParams(window.location.hash.slice(1)).get('key') ?? undefined)
    readKey()
    window.addEventListener('hashchange', readKey)
    return () => window.removeEventListener('hashchange', readKey)
  }, [])
  return key
}
