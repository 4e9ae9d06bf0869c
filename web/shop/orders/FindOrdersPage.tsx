import { useForm } from '#web/forms/use-form.ts'
import { AccountForm } from '#web/shop/accounts/AccountForm.tsx'
import { EmailField } from '#web/shop/accounts/EmailField.tsx'
import { forgotPasswordProblem, formProblemOf } from '#web/shop/accounts/validation.ts'
import { FIND_ORDERS } from '#web/texts/account.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { useFindOrdersMutation } from './orderLinksApi.ts'

/** Mails the links of orders that were placed without an account. */
export default function FindOrdersPage() {
  const [find, { data }] = useFindOrdersMutation()
  const { form, problem, errors, isSending, dismiss } = useForm(['email'], async ({ email }) => {
    const formProblem = forgotPasswordProblem({ email })
    if (formProblem) return formProblem
    const { error } = await find({ email })
    return error ? formProblemOf(error) : null
  })
  return (
    <AccountForm
      title={FIND_ORDERS.title}
      lead={FIND_ORDERS.lead}
      problem={problem}
      onDismiss={dismiss}
      notice={data && !problem && <Alert kind="success">{data.message}</Alert>}
    >
      <Head title={FIND_ORDERS.title} description={FIND_ORDERS.lead} noIndex />
      <Panel>
        <form {...form} className="grid gap-5">
          <EmailField autoComplete="email" error={errors.email} />
          <Button isBusy={isSending}>{FIND_ORDERS.send}</Button>
        </form>
      </Panel>
      <p className="text-center">
        <Link to="/your-data">{FIND_ORDERS.yourData}</Link>
      </p>
    </AccountForm>
  )
}
