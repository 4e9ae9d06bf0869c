import { useEffect, useRef, useState } from 'react'
import { deleteDraft, readDraft, saveDraft } from '../drafts.ts'
import { useAppSelector } from '../store.ts'
import { recordOf } from '../stored-state.ts'

/**
 * The values of a form of controlled fields, stored in this tab under the key while they differ from the saved ones.
 * `drop` forgets them, and shows the saved ones again.
 */
export function useKeptDraft<Draft extends object>(key: string, loaded: Draft) {
  // As it was at the beginning: what is on screen at sign-out must not be saved for nobody.
  const [userId] = useState(useAppSelector(({ session }) => session.user?._id ?? ''))
  const [saved] = useState(loaded)
  const [restored, setRestored] = useState(() => partsIn(readDraft(key, userId), saved))
  const [draft, setDraft] = useState({ ...saved, ...restored })
  const isUnsaved = JSON.stringify(draft) !== JSON.stringify(saved)
  // A form that nobody has changed leaves alone what another user has stored.
  const wasUnsaved = useRef(isUnsaved)
  useEffect(() => {
    if (isUnsaved) saveDraft(key, userId, draft)
    else if (wasUnsaved.current) deleteDraft(key)
    wasUnsaved.current = isUnsaved
  }, [key, userId, draft, isUnsaved])
  return {
    saved,
    draft,
    isUnsaved,
    isRestored: Object.keys(restored).length > 0,
    change: (some: Partial<Draft>) => setDraft((before) => ({ ...before, ...some })),
    drop() {
      deleteDraft(key)
      setRestored({})
      setDraft(saved)
    },
  }
}

/** The stored values that have the kind of the saved ones. Anything else that was stored counts as absent. */
const partsIn = <Draft extends object>(stored: unknown, saved: Draft) =>
  Object.fromEntries(
    Object.entries(recordOf(stored)).filter(([name, value]) => kindOf(value) === kindOf(saved[name as keyof Draft])),
  ) as Partial<Draft>

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)
