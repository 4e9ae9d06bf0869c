import type {
  Credentials,
  Done,
  ForgottenPassword,
  PasswordReset,
  ProfileUpdate,
  Registration,
  SignedIn,
  UserDetails,
} from '#contract/users.ts'
import { type ApiFailure, api, decoded } from '../../api.ts'
import type { RootState } from '../../store.ts'
import { deviceMarks, saveDeviceMark } from './devices.ts'
import { accountChanged, signedIn, signedOut } from './sessionSlice.ts'

type Start = { dispatch(action: unknown): unknown; queryFulfilled: Promise<{ data: SignedIn }> }

/** The account that the answer names is signed in from now on, with the fresh token in it, and known to this browser. */
const signInAnswered = (_: unknown, { dispatch, queryFulfilled }: Start) =>
  queryFulfilled.then(({ data: { device, ...user } }) => {
    saveDeviceMark(user._id, device)
    dispatch(signedIn(user))
  }, shownByTheScreen)

const tokenOf = (state: unknown) => (state as RootState).session.user?.token

/**
 * A failed load of the account's details signs the user out, except when it says nothing of the account:
 * nobody answered, the shop asks to come again later, or the session has ended, which is seen to for all calls.
 */
const isPassing = ({ status }: ApiFailure) => [0, 401, 429, 503].includes(status)

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
    logout: build.mutation<unknown, void>({
      query: () => ({ url: '/api/users/logout', method: 'POST' }),
    }),
    askForReset: build.mutation<Done, ForgottenPassword>({
      query: (body) => ({ url: '/api/users/forgot-password', method: 'POST', body, isAnonymous: true }),
      transformResponse: decoded('Done'),
    }),
    /** Whether the token of a reset link works; looking uses nothing up. */
    resetLink: build.query<Done, string>({
      query: (token) => ({ url: resetAt(token), isAnonymous: true }),
      transformResponse: decoded('Done'),
    }),
    resetPassword: build.mutation<Done, PasswordReset & { token: string }>({
      query: ({ token, ...body }) => ({ url: resetAt(token), method: 'POST', body, isAnonymous: true }),
      transformResponse: decoded('Done'),
    }),
    /** An account by its id; `profile` means the caller's own. */
    userDetails: build.query<UserDetails, string>({
      query: (id) => ({ url: `/api/users/${encodeURIComponent(id)}` }),
      transformResponse: decoded('UserDetails'),
      providesTags: ['User'],
      onQueryStarted: async (id, { dispatch, getState, queryFulfilled }) => {
        const asked = tokenOf(getState())
        const isCurrent = () => asked !== undefined && asked === tokenOf(getState())
        await queryFulfilled.then(
          ({ data }) => id === 'profile' && isCurrent() && dispatch(accountChanged(data)),
          ({ error, isUnhandledError }) => {
            const isRefused = !isUnhandledError && !isPassing(error)
            if (isRefused && isCurrent()) dispatch(signedOut())
          },
        )
      },
    }),
    /** Signs out everywhere but here. */
    endOtherSessions: build.mutation<Done, void>({
      query: () => ({ url: '/api/users/sessions', method: 'DELETE' }),
      transformResponse: decoded('Done'),
    }),
    updateProfile: build.mutation<SignedIn, ProfileUpdate>({
      query: (body) => ({ url: '/api/users/profile', method: 'PUT', body }),
      transformResponse: decoded('SignedIn'),
      // Not a tag: the details would be asked for with the token that a password change has just ended.
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(({ data: { token, device, ...details } }) => {
          saveDeviceMark(details._id, device)
          dispatch(signedIn({ ...details, token }))
          dispatch(accountsApi.util.updateQueryData('userDetails', 'profile', () => details))
        }, shownByTheScreen),
    }),
  }),
})

export const {
  useLoginMutation,
  useRegisterMutation,
  useLogoutMutation,
  useAskForResetMutation,
  useResetLinkQuery,
  useResetPasswordMutation,
  useUserDetailsQuery,
  useEndOtherSessionsMutation,
  useUpdateProfileMutation,
} = accountsApi
