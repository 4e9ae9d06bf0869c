// Asks for the password when a call requires a recent sign-in, in a dialog on the present page, so that no input is
// lost. The dialog's code loads when it is first needed.
import { type ComponentType, useSyncExternalStore } from 'react'

/** `password` is null when the user did not sign in. */
type Done = { onDone(password: string | null): void }
type Dialog = ComponentType<Done>
type Question = Done & { Dialog: Dialog }

let load: (() => Promise<Dialog>) | undefined

/** Sets how the dialog is loaded. The component that shows it calls this, since the dialog itself imports the API. */
export function setDialogLoader(fetchDialog: () => Promise<Dialog>) {
  load = fetchDialog
}

let question: Question | null = null
let asking: Promise<string | null> | null = null
const listeners = new Set<() => void>()

/**
 * Asks the user for the password; concurrent calls share one dialog. Resolves to the password with which the user signed in
 * again, or to null. Rejects when the dialog cannot be loaded.
 */
export function signInAgain(): Promise<string | null> {
  asking ??= ask().finally(() => {
    asking = null
    show(null)
  })
  return asking
}

async function ask() {
  const Dialog = await load?.()
  if (!Dialog) throw new Error('Nothing on this page shows the dialog.')
  return new Promise<string | null>((onDone) => show({ Dialog, onDone }))
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
