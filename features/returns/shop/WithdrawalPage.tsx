import { EmailField } from '#web/shop/accounts/EmailField.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { PlainAlert } from '#web/ui/PlainAlert.tsx'
import type { WithdrawalView } from '../contract.ts'
import { NAME_MAX } from '../limits.ts'
import { WITHDRAWAL } from './texts.ts'

const PATH = '/withdraw'

type Props = { view: WithdrawalView }

/** The withdrawal from an order, in two steps that need no script: the form, then the statement to confirm. */
export function WithdrawalPage({ view }: Props) {
  const { step, problem } = view
  return (
    <div className="mx-auto grid w-full max-w-xl gap-6 px-5 pt-8 pb-16 sm:px-8 lg:pt-14 lg:pb-24">
      <Head title={WITHDRAWAL.title} noIndex />
      <h1>{step === 'form' ? WITHDRAWAL.title : step === 'review' ? WITHDRAWAL.review : WITHDRAWAL.received}</h1>
      {problem && <PlainAlert>{problem}</PlainAlert>}
      {step === 'form' && <Form view={view} />}
      {step === 'review' && <Review view={view} />}
      {step === 'received' && <Received />}
    </div>
  )
}

const Form = ({ view: { typed, errors } }: Props) => (
  <>
    <div className="grid gap-3">
      <p>{WITHDRAWAL.lead}</p>
      <p className="text-muted">
        {WITHDRAWAL.part} <Link to="/orders/find">{WITHDRAWAL.find}</Link>
      </p>
    </div>
    <Panel>
      <form method="post" action={PATH} noValidate className="grid gap-5">
        <Field
          label={WITHDRAWAL.name}
          name="name"
          autoComplete="name"
          maxLength={NAME_MAX}
          required
          defaultValue={typed.name}
          {...(errors.name && { error: errors.name })}
        />
        <Field
          label={WITHDRAWAL.order}
          hint={WITHDRAWAL.orderHint}
          name="order"
          autoComplete="off"
          required
          defaultValue={typed.order}
          {...(errors.order && { error: errors.order })}
        />
        <EmailField
          label={WITHDRAWAL.email}
          autoComplete="email"
          defaultValue={typed.email}
          {...(errors.email && { error: errors.email })}
        />
        <Button className="sm:justify-self-start">{WITHDRAWAL.next}</Button>
      </form>
    </Panel>
  </>
)

/** The statement as it will be sent. */
function Review({ view: { typed } }: Props) {
  const { name = '', order = '', email = '' } = typed
  return (
    <Panel>
      <form method="post" action={PATH} className="grid gap-5">
        {Object.entries({ name, order, email }).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <p className="font-serif text-xl wrap-anywhere">{WITHDRAWAL.statement(order)}</p>
        <p className="wrap-anywhere">
          {name}
          <br />
          <span className="text-muted">{email}</span>
        </p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button name="confirmed" value="1">
            {WITHDRAWAL.confirm}
          </Button>
          <Button variant="quiet" name="back" value="1">
            {WITHDRAWAL.back}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

function Received() {
  const { voice, email } = useShop()
  return (
    <>
      <Alert kind="success">{WITHDRAWAL.receivedLead}</Alert>
      <p>
        {WITHDRAWAL.noEmail[voice]} <Link to={PATH}>{WITHDRAWAL.again}</Link>
        {email && (
          <>
            {' · '}
            <Link to={`mailto:${email}`}>{WITHDRAWAL.write}</Link>
          </>
        )}
      </p>
    </>
  )
}
