// The question for the password, where an action takes a recent sign-in: asked in a dialog on the present page, so that
// nothing that was typed there is lost. Only who is asked loads the dialog.
import { useSyncExternalStore } from 'react'
import type { SignInAgainDialog } from './SignInAgainDialog.tsx'

type Question = { Dialog: typeof SignInAgainDialog; onDone(hasSignedIn: boolean): void }

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
  const { SignInAgainDialog: Dialog } = await import('./SignInAgainDialog.tsx')
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
