import { loadDialogBy, useSignInQuestion } from './sign-in-again.ts'

loadDialogBy(async () => (await import('./SignInAgainDialog.tsx')).SignInAgainDialog)

/** The dialog that asks for the password, while it is open. */
export function SignInAgain() {
  const question = useSignInQuestion()
  return question && <question.Dialog onDone={question.onDone} />
}
