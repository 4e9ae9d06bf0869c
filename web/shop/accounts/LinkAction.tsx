import { type ReactNode, useState } from 'react'
import { useFragment } from '#web/forms/use-fragment.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { AccountForm } from '#web/shop/accounts/AccountForm.tsx'
import { EMAIL_LINK } from '#web/texts/account.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Head } from '#web/ui/Head.tsx'

type Props = {
  title: string
  lead: string
  button: string
  /** Sends the signed part of the link. */
  act(link: string): void
  isBusy: boolean
  error: unknown
  /** What came of it, once it is done. */
  done: ReactNode
}

/** The page of a link in an email: one button that does what the link is for. Programs that open links press nothing. */
export function LinkAction({ title, lead, button, act, isBusy, error, done }: Props) {
  const link = useFragment()
  const [isIncomplete, setIncomplete] = useState(false)
  const problem = isIncomplete ? EMAIL_LINK.incomplete : error ? messageOf(error) : null
  const press = () => {
    setIncomplete(!link)
    if (link) act(link)
  }
  return (
    <AccountForm
      title={title}
      lead={done ? undefined : lead}
      problem={problem ? { message: problem, fields: {} } : null}
      onDismiss={() => setIncomplete(false)}
      notice={done && <Alert kind="success">{done}</Alert>}
    >
      <Head title={title} noIndex />
      {done ? (
        <ButtonLink to="/shop" variant="secondary">
          {EMAIL_LINK.browse}
        </ButtonLink>
      ) : (
        <Button onClick={press} isBusy={isBusy}>
          {button}
        </Button>
      )}
    </AccountForm>
  )
}
