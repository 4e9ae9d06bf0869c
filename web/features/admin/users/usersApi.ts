import { UserPage } from '#contract/users.ts'
import { api } from '../../../api.ts'
import { decoded } from '../wire.ts'

const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A page of the accounts; `query` is that of the list's address. */
    users: build.query<UserPage, string>({
      query: (query) => ({ url: `/api/users?${query}` }),
      transformResponse: decoded(UserPage),
      providesTags: ['User'],
    }),
  }),
})

export const { useUsersQuery } = usersApi
