import { setDialogLoader, useOpenQuestion } from './sign-in-again.ts'

setDialogLoader(async () => (await import('./SignInAgainDialog.tsx')).SignInAgainDialog)

/** The dialog that asks for the password, while it is open. */
export function SignInAgain() {
  const question = useOpenQuestion()
  return question && <question.Dialog onDone={question.onDone} />
}
