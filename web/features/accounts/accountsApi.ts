import type {
  Credentials,
  Done,
  FirstAdmin,
  ForgottenPassword,
  KeptGuest,
  NewAddress,
  NewGuest,
  PasswordReset,
  ProfileUpdate,
  Registration,
  SignedIn,
  UserDetails,
} from '#contract/users.ts'
import { api, decoded } from '../../api.ts'
import type { ApiFailure } from '../../call-api.ts'
import type { RootState } from '../../store.ts'
import { deviceMarks, saveDeviceMark } from './devices.ts'
import { releaseGuestCart, rememberGuest } from './guest-cart.ts'
import { accountChanged, sessionEnded, signedIn, signedOut } from './sessionSlice.ts'

type Start = { dispatch(action: unknown): unknown; getState(): unknown; queryFulfilled: Promise<{ data: SignedIn }> }

/** Signs the user of the response in with the new token, and saves the device mark. */
const signInAnswered = (_: unknown, { dispatch, getState, queryFulfilled }: Start) =>
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

const resetAt = (token: string) => `/api/users/forgot-password-reset/${encodeURIComponent(token)}`

export const accountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<SignedIn, Omit<Credentials, 'devices'>>({
      query: (typed) => ({
        url: '/api/users/login',
        method: 'POST',
        body: { ...typed, devices: deviceMarks() },
        isAnonymous: true,
      }),
      transformResponse: decoded('SignedIn'),
      onQueryStarted: signInAnswered,
    }),
    register: build.mutation<SignedIn, Registration>({
      query: (body) => ({ url: '/api/users', method: 'POST', body, isAnonymous: true }),
      transformResponse: decoded('SignedIn'),
      onQueryStarted: signInAnswered,
    }),
    /** Continues without an account. */
    continueAsGuest: build.mutation<SignedIn, NewGuest>({
      query: (body) => ({ url: '/api/users/guest', method: 'POST', body, isAnonymous: true }),
      transformResponse: decoded('SignedIn'),
      onQueryStarted: signInAnswered,
    }),
    /** Turns the guest into an account with this password. */
    keepGuest: build.mutation<SignedIn, KeptGuest>({
      query: (body) => ({ url: '/api/users/guest', method: 'PUT', body }),
      transformResponse: decoded('SignedIn'),
      onQueryStarted: signInAnswered,
    }),
    /** Becomes an admin with the key of a one-time link. */
    firstAdmin: build.mutation<SignedIn, FirstAdmin>({
      query: (body) => ({ url: '/api/users/first-admin', method: 'POST', body, isAnonymous: true }),
      transformResponse: decoded('SignedIn'),
      onQueryStarted: signInAnswered,
    }),
    logout: build.mutation<unknown, void>({
      query: () => ({ url: '/api/users/logout', method: 'POST' }),
    }),
    askForReset: build.mutation<Done, ForgottenPassword>({
      query: (body) => ({ url: '/api/users/forgot-password', method: 'POST', body, isAnonymous: true }),
      transformResponse: decoded('Done'),
    }),
    /** Whether the token of a reset link is valid; checking does not use it up. */
    resetLink: build.query<Done, string>({
      query: (token) => ({ url: resetAt(token), isAnonymous: true }),
      transformResponse: decoded('Done'),
    }),
    resetPassword: build.mutation<Done, PasswordReset & { token: string }>({
      query: ({ token, ...body }) => ({ url: resetAt(token), method: 'POST', body, isAnonymous: true }),
      transformResponse: decoded('Done'),
      // A new password ends all sessions of its user: this browser's too, and its cart stays for the sign-in.
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(() => {
          dispatch(sessionEnded())
        }, shownByTheScreen),
    }),
    /** A user by id; `profile` means the caller. */
    userDetails: build.query<UserDetails, string>({
      query: (id) => ({ url: `/api/users/${encodeURIComponent(id)}` }),
      transformResponse: decoded('UserDetails'),
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
    /** Ends the user's other sessions. */
    endOtherSessions: build.mutation<Done, void>({
      query: () => ({ url: '/api/users/sessions', method: 'DELETE' }),
      transformResponse: decoded('Done'),
    }),
    updateProfile: build.mutation<SignedIn, ProfileUpdate>({
      query: (body) => ({ url: '/api/users/profile', method: 'PUT', body, needsPassword: true }),
      transformResponse: decoded('SignedIn'),
      onQueryStarted: detailsAnswered,
    }),
    /** Makes a new email address that of the account, by the code that was mailed to it. */
    confirmAddress: build.mutation<SignedIn, NewAddress>({
      query: (body) => ({ url: '/api/users/profile/email', method: 'PUT', body }),
      transformResponse: decoded('SignedIn'),
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
  useLogoutMutation,
  useAskForResetMutation,
  useResetLinkQuery,
  useResetPasswordMutation,
  useUserDetailsQuery,
  useEndOtherSessionsMutation,
  useUpdateProfileMutation,
  useConfirmAddressMutation,
} = accountsApi
