import { useState } from 'react'
import { useAppSelector } from '../store.ts'

/** The id of the user who opened the form: what is on screen at sign-out must not be saved for nobody. */
export function useDraftOwner() {
  const [userId] = useState(useAppSelector(({ session }) => session.user?._id ?? ''))
  return userId
}
