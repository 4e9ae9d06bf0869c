import { useState } from 'react'

type Texts = Record<string, string>

/** What a form held when the first letter was typed, and what it holds now. */
type Draft = { loaded: Texts; texts: Texts }

/** What was typed and not saved yet, by its form. Another screen may be looked at meanwhile. */
const drafts = new Map<string, Draft>()

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/**
 * What a form has been given beyond what is `saved`. It outlives the screen, and while there is any the browser asks
 * before the page is closed. `keep` takes what the form holds now, and what it was loaded with if that is not what it
 * was; `discard` forgets it.
 */
export function useDraft(form: string, saved: Texts) {
  const [draft, setDraft] = useState(drafts.get(form))
  const { loaded, texts } = draft ?? { loaded: saved, texts: saved }
  const put = (next: Draft | undefined) => {
    if (next) drafts.set(form, next)
    else drafts.delete(form)
    setDraft(next)
    if (drafts.size > 0) window.addEventListener('beforeunload', ask)
    else window.removeEventListener('beforeunload', ask)
  }
  return {
    loaded,
    texts,
    isChanged: draft !== undefined,
    keep(now: Texts, from = loaded) {
      const isChanged = Object.entries(now).some(([name, text]) => text !== from[name])
      put(isChanged ? { loaded: from, texts: now } : undefined)
    },
    discard: () => put(undefined),
  }
}
