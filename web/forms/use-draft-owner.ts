import { useState } from 'react'
import { readDraft } from '#web/lib/drafts.ts'
import { useSigned } from '#web/lib/sessionSlice.ts'

/** The id of the user who opened the form: what is on screen at sign-out must not be saved for nobody. */
export function useDraftOwner() {
  const [userId] = useState(useSigned(({ session }) => session.user?._id ?? ''))
  return userId
}

/** Whether the user left a draft of that name in this tab: a form that is opened by a press is then open at once. */
export function useHasDraft(name: string) {
  const userId = useDraftOwner()
  const [hasDraft] = useState(() => readDraft(name, userId) !== undefined)
  return hasDraft
}
