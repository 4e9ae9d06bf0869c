import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { UserInfo } from '#contract/users.ts'

/** Who is signed in. `restored` turns true once the browser's storage has been read: until then nobody knows. */
type Session = { user: UserInfo | null; restored: boolean }

export const sessionSlice = createSlice({
  name: 'session',
  initialState: { user: null, restored: false } as Session,
  reducers: {
    sessionRestored: (_, { payload }: PayloadAction<UserInfo | null>) => ({ user: payload, restored: true }),
    signedIn(session, { payload }: PayloadAction<UserInfo>) {
      session.user = payload
    },
    signedOut(session) {
      session.user = null
    },
  },
})

export const { sessionRestored, signedIn, signedOut } = sessionSlice.actions
