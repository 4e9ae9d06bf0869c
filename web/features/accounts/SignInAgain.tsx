import { useSignInQuestion } from './sign-in-again.ts'

/** The dialog that asks for the password, while it is open. */
export function SignInAgain() {
  const question = useSignInQuestion()
  return question && <question.Dialog onDone={question.onDone} />
}
