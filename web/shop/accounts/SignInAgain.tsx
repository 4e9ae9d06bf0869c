import { useOpenQuestion } from '#web/lib/sign-in-again.ts'

/** The dialog that asks for the password or a passkey, while it is open. Its code is set by app/web. */
export function SignInAgain() {
  const question = useOpenQuestion()
  return question && <question.Dialog {...question} />
}
