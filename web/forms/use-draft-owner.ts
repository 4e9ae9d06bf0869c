import { useState } from 'react'
import { useSigned } from '#web/lib/sessionSlice.ts'

/** The id of the user who opened the form: what is on screen at sign-out must not be saved for nobody. */
export function useDraftOwner() {
  const [userId] = useState(useSigned(({ session }) => session.user?._id ?? ''))
  return userId
}
