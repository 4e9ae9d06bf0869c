import { useState } from 'react'
import { useForm } from '#web/forms/use-form.ts'
import { useFragment } from '#web/forms/use-fragment.ts'
import { AccountForm } from '#web/shop/accounts/AccountForm.tsx'
import { EmailField } from '#web/shop/accounts/EmailField.tsx'
import { LinkAction } from '#web/shop/accounts/LinkAction.tsx'
import { RobotBox } from '#web/shop/accounts/RobotBox.tsx'
import { useOwnRobotCheck } from '#web/shop/accounts/robot-check.ts'
import { forgotPasswordProblem, formProblemOf } from '#web/shop/accounts/validation.ts'
import { useIsOn, useShop } from '#web/shop/settings/use-shop.ts'
import { PolicyLinks } from '#web/shop/text-pages/PolicyLinks.tsx'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { CONSENT } from '../texts.ts'
import { useConfirmSubscriberMutation, useSubscribeMutation } from './lettersApi.ts'
import { CONFIRM_LETTERS, LETTERS_PAGE } from './texts.ts'

/** Asks for letters; opened by the link of the email that followed, it confirms them. */
export default function LettersPage() {
  const link = useFragment()
  const isOffered = useIsOn('offersLetters')
  if (link) return <Confirmation />
  return isOffered ? <LettersForm /> : <NoLetters />
}

function Confirmation() {
  const [confirm, { data, error, isLoading }] = useConfirmSubscriberMutation()
  const { title, lead, confirm: button } = CONFIRM_LETTERS
  return <LinkAction {...{ title, lead, button, error }} done={data?.message} act={confirm} isBusy={isLoading} />
}

/** What somebody may want to read before leaving an address. */
const POLICIES = ['privacy']

function LettersForm() {
  const { name } = useShop()
  const { user, restored } = useAppSelector((state) => state.session)
  const [sentTo, setSentTo] = useState<string>()
  const [send] = useSubscribeMutation()
  const robot = useOwnRobotCheck()
  const { form, problem, errors, isSending, dismiss } = useForm(['email'], async ({ email }) => {
    const formProblem = forgotPasswordProblem({ email })
    if (formProblem) return formProblem
    const answer = await robot.answer()
    if ('problem' in answer) return answer.problem
    const { error } = await send({ email, ...answer })
    if (error) robot.renew()
    else setSentTo(email)
    return error ? formProblemOf(error) : null
  })
  const notice = sentTo && (
    <Alert kind="success">
      <p className="font-medium">{LETTERS_PAGE.sent}</p>
      <p className="wrap-anywhere">{LETTERS_PAGE.sentTo(sentTo)}</p>
    </Alert>
  )
  return (
    <AccountForm
      title={LETTERS_PAGE.title}
      lead={CONSENT.page(name)}
      problem={problem}
      onDismiss={dismiss}
      notice={notice}
    >
      <Head title={LETTERS_PAGE.title} />
      {!sentTo && (
        <Panel>
          <form {...form} onFocus={robot.prepare} className="grid gap-5">
            <EmailField key={user?.email} defaultValue={user?.email} autoComplete="email" error={errors.email} />
            <RobotBox robot={robot} error={errors.robotCheck} />
            <Button isBusy={isSending} disabled={!restored}>
              {LETTERS_PAGE.send}
            </Button>
            <PolicyLinks slugs={POLICIES} />
          </form>
        </Panel>
      )}
    </AccountForm>
  )
}

const NoLetters = () => (
  <AccountForm title={LETTERS_PAGE.title} lead={LETTERS_PAGE.off} problem={null} onDismiss={() => {}}>
    <Head title={LETTERS_PAGE.title} noIndex />
    <ButtonLink to="/shop" variant="secondary">
      {LETTERS_PAGE.browse}
    </ButtonLink>
  </AccountForm>
)
