import { useState } from 'react'

type Texts = Record<string, string>

/** The form's values at the first change, and now. */
type Draft = { loaded: Texts; texts: Texts }

/** The drafts of all forms. They outlive the screen. */
const drafts = new Map<string, Draft>()

const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

/**
 * The draft of a form: unsaved changes on top of the `saved` values. It survives leaving the screen, and while any form
 * has one, the browser asks before the page is closed. `change` sets the values, and what they were loaded from if that
 * changed; `discard` deletes the draft.
 */
export function useDraft(form: string, saved: Texts) {
  const [draft, setDraft] = useState(drafts.get(form))
  const { loaded, texts } = draft ?? { loaded: saved, texts: saved }
  const setOrDelete = (next: Draft | undefined) => {
    if (next) drafts.set(form, next)
    else drafts.delete(form)
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
