import type {
  Credentials,
  FirstAdmin,
  ForgottenPassword,
  KeptGuest,
  NewAddress,
  NewGuest,
  PasswordReset,
  ProfileUpdate,
  Registration,
  SignedIn,
} from '#contract/users.ts'
import { api, call } from '#web/lib/api.ts'
import type { ApiFailure } from '#web/lib/call-api.ts'
import { accountChanged, sessionEnded, signedIn, signedOut } from '#web/lib/sessionSlice.ts'
import type { RootState } from '#web/shop/visitor/store.ts'
import { deviceMarks, saveDeviceMark } from './devices.ts'
import { releaseGuestCart, rememberGuest } from './guest-cart.ts'

type Start = { dispatch(action: unknown): unknown; getState(): unknown; queryFulfilled: Promise<{ data: SignedIn }> }

/** Signs the user of the response in with the new token, and saves the device mark. */
export const signInAnswered = (_: unknown, { dispatch, getState, queryFulfilled }: Start) =>
  queryFulfilled.then(({ data: { device, ...user } }) => {
    if (user.isGuest) rememberGuest(user._id)
    else saveDeviceMark(user._id, device)
    releaseGuestCart(user._id, getState() as RootState, dispatch)
    dispatch(signedIn(user))
  }, shownByTheScreen)

/**
 * Saves the changed details and the token of the response. No cache tag does it: it would reload the details with the
 * token that the change has just ended.
 */
const detailsAnswered = (_: unknown, { dispatch, queryFulfilled }: Start) =>
  queryFulfilled.then(({ data: { token, device, ...details } }) => {
    saveDeviceMark(details._id, device)
    dispatch(signedIn({ ...details, token }))
    dispatch(accountsApi.util.updateQueryData('userDetails', 'profile', () => details))
  }, shownByTheScreen)

const tokenOf = (state: unknown) => (state as RootState).session.user?.token

/** The statuses that say that there is no such user any more. An ended session (401) is handled for all calls. */
const isUserRefused = ({ status }: ApiFailure) => [403, 404].includes(status)

const shownByTheScreen = () => undefined

const _resetAt = (token: string) => `/api/users/forgot-password-reset/${encodeURIComponent(token)}`

export const accountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation({
      ...call('POST /api/users/login', 'SignedIn', (typed: Omit<Credentials, 'devices'>) => ({
        body: { ...typed, devices: deviceMarks() },
        isAnonymous: true,
      })),
      onQueryStarted: signInAnswered,
    }),
    register: build.mutation({
      ...call('POST /api/users', 'SignedIn', (body: Registration) => ({ body, isAnonymous: true })),
      onQueryStarted: signInAnswered,
    }),
    /** Continues without an account. */
    continueAsGuest: build.mutation({
      ...call('POST /api/users/guest', 'SignedIn', (body: NewGuest) => ({ body, isAnonymous: true })),
      onQueryStarted: signInAnswered,
    }),
    /** Turns the guest into an account with this password. */
    keepGuest: build.mutation({
      ...call('PUT /api/users/guest', 'SignedIn', (body: KeptGuest) => ({ body })),
      onQueryStarted: signInAnswered,
    }),
    /** Becomes an admin with the key of a one-time link. */
    firstAdmin: build.mutation({
      ...call('POST /api/users/first-admin', 'SignedIn', (body: FirstAdmin) => ({ body, isAnonymous: true })),
      onQueryStarted: signInAnswered,
    }),
    askForReset: build.mutation({
      ...call('POST /api/users/forgot-password', 'Done', (body: ForgottenPassword) => ({ body, isAnonymous: true })),
    }),
    /** Whether the token of a reset link is valid; checking does not use it up. */
    resetLink: build.query({
      ...call('GET /api/users/forgot-password-reset/:token', 'Done', (token: string) => ({ token, isAnonymous: true })),
    }),
    resetPassword: build.mutation({
      ...call(
        'POST /api/users/forgot-password-reset/:token',
        'Done',
        ({ token, ...body }: PasswordReset & { token: string }) => ({ token, body, isAnonymous: true }),
      ),

      // A new password ends all sessions of its user: this browser's too, and its cart stays for the sign-in.
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(() => {
          dispatch(sessionEnded())
        }, shownByTheScreen),
    }),
    /** A user by id; `profile` means the caller. */
    userDetails: build.query({
      ...call('GET /api/users/:id', 'UserDetails', (id: string) => ({ id })),
      providesTags: ['User'],
      onQueryStarted: async (id, { dispatch, getState, queryFulfilled }) => {
        const tokenOfCall = tokenOf(getState())
        const isCurrent = () => tokenOfCall !== undefined && tokenOfCall === tokenOf(getState())
        await queryFulfilled.then(
          ({ data }) => id === 'profile' && isCurrent() && dispatch(accountChanged(data)),
          ({ error, isUnhandledError }) => {
            if (!isUnhandledError && isUserRefused(error) && isCurrent()) dispatch(signedOut())
          },
        )
      },
    }),
    updateProfile: build.mutation({
      ...call('PUT /api/users/profile', 'SignedIn', (body: ProfileUpdate) => ({ body, needsPassword: true })),
      onQueryStarted: detailsAnswered,
    }),
    /** Makes a new email address that of the account, by the code that was mailed to it. */
    confirmAddress: build.mutation({
      ...call('PUT /api/users/profile/email', 'SignedIn', (body: NewAddress) => ({ body })),
      onQueryStarted: detailsAnswered,
    }),
  }),
})

export const {
  useLoginMutation,
  useRegisterMutation,
  useContinueAsGuestMutation,
  useKeepGuestMutation,
  useFirstAdminMutation,
  useAskForResetMutation,
  useResetLinkQuery,
  useResetPasswordMutation,
  useUserDetailsQuery,
  useUpdateProfileMutation,
  useConfirmAddressMutation,
} = accountsApi
