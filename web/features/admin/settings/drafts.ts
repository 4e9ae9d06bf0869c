import { useState } from 'react'

type Texts = Record<string, string>

/** What was typed and not saved yet, by its form. Another screen may be looked at meanwhile. */
const drafts = new Map<string, Texts>()

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/**
 * What a form has been given beyond what is `saved`. It outlives the screen, and while there is any the browser asks
 * before the page is closed. `keep` takes what the form holds now; `discard` forgets it.
 */
export function useDraft(form: string, saved: Texts) {
  const [draft, setDraft] = useState(drafts.get(form))
  const put = (texts: Texts | undefined) => {
    if (texts) drafts.set(form, texts)
    else drafts.delete(form)
    setDraft(texts)
    if (drafts.size > 0) window.addEventListener('beforeunload', ask)
    else window.removeEventListener('beforeunload', ask)
  }
  const isChanged = (texts: Texts) => Object.entries(texts).some(([name, text]) => text !== saved[name])
  return {
    texts: { ...saved, ...draft },
    isChanged: draft !== undefined,
    keep: (texts: Texts) => put(isChanged(texts) ? texts : undefined),
    discard: () => put(undefined),
  }
}
