// The question for the password, where an action takes a recent sign-in: asked in a dialog on the present page, so that
// nothing that was typed there is lost. Only who is asked loads the dialog.
import { type ComponentType, useSyncExternalStore } from 'react'

type Done = { onDone(hasSignedIn: boolean): void }
type Dialog = ComponentType<Done>
type Question = Done & { Dialog: Dialog }

let load: (() => Promise<Dialog>) | undefined

/** How the dialog is fetched. Told by the component that shows it, since the dialog itself calls the API. */
export function loadDialogBy(fetchDialog: () => Promise<Dialog>) {
  load = fetchDialog
}

let question: Question | null = null
let asking: Promise<boolean> | null = null
const listeners = new Set<() => void>()

/**
 * Asks for the password; calls that are refused at the same time share one dialog. Answers whether the person has signed
 * in again, or has canceled. Rejects when the dialog cannot be loaded.
 */
export function signInAgain(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = null
    show(null)
  })
  return asking
}

async function ask() {
  const Dialog = await load?.()
  if (!Dialog) throw new Error('Nothing on this page shows the dialog.')
  return new Promise<boolean>((onDone) => show({ Dialog, onDone }))
}

function show(next: Question | null) {
  question = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The question that is open; null when there is none. */
export const useSignInQuestion = () =>
  useSyncExternalStore(
    subscribe,
    () => question,
    () => null,
  )
