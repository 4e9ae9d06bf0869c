import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { UserDetails, UserInfo } from '#contract/users.ts'
import { storageRestored } from '../../stored-state.ts'

/** The signed-in user. `restored` is false until localStorage has been read. */
type Session = { user: UserInfo | null; restored: boolean }

export const sessionSlice = createSlice({
  name: 'session',
  initialState: { user: null, restored: false } as Session,
  reducers: {
    signedIn(session, { payload }: PayloadAction<UserInfo>) {
      session.user = payload
    },
    /** The shop has sent new roles, a new name or a new email address of the signed-in user. */
    accountChanged({ user }, { payload }: PayloadAction<Partial<UserDetails>>) {
      if (user) Object.assign(user, payload)
    },
    /** The session ended on the server. The cart and the checkout stay for the same user. */
    sessionEnded(session) {
      session.user = null
    },
    /** The user signed out: nothing of theirs stays in this browser. */
    signedOut(session) {
      session.user = null
    },
  },
  extraReducers: (builder) =>
    builder.addCase(storageRestored, (_, { payload }) => ({ user: payload.userInfo, restored: true })),
})

export const { signedIn, accountChanged, sessionEnded, signedOut } = sessionSlice.actions
