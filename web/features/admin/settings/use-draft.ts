import { useState } from 'react'
import { useAppSelector } from '../../../store.ts'

type Texts = Record<string, string>

/** The form's values at the first change, and now. */
type Draft = { loaded: Texts; texts: Texts }

/** The drafts of all forms by the user and the form. They outlive the screen. */
const drafts = new Map<string, Draft>()

const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

/**
 * The user's draft of a form: unsaved changes on top of the `saved` values. It survives leaving the screen, and while any form
 * has one, the browser asks before the page is closed. `change` sets the values, and what they were loaded from if that
 * changed; `discard` deletes the draft.
 */
export function useDraft(form: string, saved: Texts) {
  const [key] = useState(`${useAppSelector(({ session }) => session.user?._id ?? '')} ${form}`)
  const [draft, setDraft] = useState(drafts.get(key))
  const { loaded, texts } = draft ?? { loaded: saved, texts: saved }
  const setOrDelete = (next: Draft | undefined) => {
    if (next) drafts.set(key, next)
    else drafts.delete(key)
    setDraft(next)
    if (drafts.size > 0) window.addEventListener('beforeunload', confirmLeaving)
    else window.removeEventListener('beforeunload', confirmLeaving)
  }
  return {
    loaded,
    texts,
    isChanged: draft !== undefined,
    change(now: Texts, from = loaded) {
      const isChanged = Object.entries(now).some(([name, text]) => text !== from[name])
      setOrDelete(isChanged ? { loaded: from, texts: now } : undefined)
    },
    discard: () => setOrDelete(undefined),
  }
}
