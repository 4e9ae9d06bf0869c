import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { deleteDraft, readDraft, saveDraft } from '../drafts.ts'
import { useDraftOwner } from './use-draft-owner.ts'

/**
 * The values of a form of controlled fields, stored in this tab under the key while they differ from the saved ones.
 * What was stored counts as absent when it does not match the schema. `drop` forgets it, and shows the saved values.
 */
export function useKeptDraft<Draft extends object>(key: string, loaded: Draft, schema: z.ZodType<Draft>) {
  const userId = useDraftOwner()
  const [saved] = useState(loaded)
  const [restored, setRestored] = useState(() => schema.safeParse(readDraft(key, userId)).data)
  const [draft, setDraft] = useState(restored ?? saved)
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
    isRestored: restored !== undefined,
    change: (some: Partial<Draft>) => setDraft((before) => ({ ...before, ...some })),
    drop() {
      deleteDraft(key)
      setRestored(undefined)
      setDraft(saved)
    },
  }
}
