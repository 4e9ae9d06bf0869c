import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { useSelector } from 'react-redux'
import type { UserDetails, UserInfo } from '#contract/users.ts'

/** The signed-in user. `restored` is false until localStorage has been read. */
type Session = { user: UserInfo | null; restored: boolean }

/** The store takes over the user that localStorage has, without saving it again. */
export const sessionRestored = createAction<{ userInfo: UserInfo | null }>('storage/restored')

export const sessionSlice = createSlice({
  name: 'session',
  initialState: { user: null, restored: false } as Session,
  reducers: {
    signedIn(session, { payload }: PayloadAction<UserInfo>) {
      session.user = payload
    },
    /** The shop has sent new roles, a new name or a new email address of the signed-in user. */
    accountChanged({ user }, { payload }: PayloadAction<Partial<UserDetails>>) {
      // A role that is missing on both sides is no change: a tab would save the user once more.
      if (user && Object.entries(payload).some(([name, value]) => user[name as keyof UserInfo] !== value))
        Object.assign(user, payload)
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
    builder.addCase(sessionRestored, (_, { payload }) => ({ user: payload.userInfo, restored: true })),
})

export const { signedIn, accountChanged, sessionEnded, signedOut } = sessionSlice.actions

/** The part of a store's state that says who is signed in. */
export type WithSession = { session: Session }
export const useSigned = useSelector.withTypes<WithSession>()
