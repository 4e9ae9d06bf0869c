// Asks for the password when a call requires a recent sign-in, in a dialog on the present page, so that no input is
// lost. The dialog's code loads when it is first needed.
import { type ComponentType, useSyncExternalStore } from 'react'

/** How the user signed in again: the password, or nothing with a passkey. */
export type SignInProof = { password?: string }

/** `proof` is null when the user did not sign in. A call that `needsPassword` takes no passkey. */
type DialogProps = { needsPassword: boolean; onDone(proof: SignInProof | null): void }
type Dialog = ComponentType<DialogProps>
type Question = DialogProps & { Dialog: Dialog }

let load: (() => Promise<Dialog>) | undefined

/** Sets how the dialog is loaded. The component that shows it calls this, since the dialog itself imports the API. */
export function setDialogLoader(fetchDialog: () => Promise<Dialog>) {
  load = fetchDialog
}

let question: Question | null = null
let asking: Promise<SignInProof | null> | null = null
const listeners = new Set<() => void>()

/**
 * Asks the user to sign in again; concurrent calls share one dialog. Resolves to how the user did, or to null. Rejects when
 * the dialog cannot be loaded.
 */
export function signInAgain(needsPassword = false): Promise<SignInProof | null> {
  asking ??= ask(needsPassword).finally(() => {
    asking = null
    show(null)
  })
  return asking
}

async function ask(needsPassword: boolean) {
  const Dialog = await load?.()
  if (!Dialog) throw new Error('Nothing on this page shows the dialog.')
  return new Promise<SignInProof | null>((onDone) => show({ Dialog, needsPassword, onDone }))
}

function show(next: Question | null) {
  question = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The open question; null when there is none. */
export const useOpenQuestion = () =>
  useSyncExternalStore(
    subscribe,
    () => question,
    () => null,
  )
