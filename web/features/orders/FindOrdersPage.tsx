import { useForm } from '../../forms/use-form.ts'
import { FIND_ORDERS } from '../../texts/account.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Head } from '../../ui/Head.tsx'
import { Link } from '../../ui/Link.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { AccountForm } from '../accounts/AccountForm.tsx'
import { EmailField } from '../accounts/EmailField.tsx'
import { forgotPasswordProblem, formProblemOf } from '../accounts/validation.ts'
import { useFindOrdersMutation } from './orderLinksApi.ts'

/** Mails the links of orders that were placed without an account. */
export default function FindOrdersPage() {
  const [find, { data }] = useFindOrdersMutation()
  const { form, problem, errors, isSending, dismiss } = useForm(['email'], async ({ email }) => {
    const found = forgotPasswordProblem({ email })
    if (found) return found
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
