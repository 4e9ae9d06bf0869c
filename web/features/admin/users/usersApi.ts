import type { UserPage, UserUpdate } from '#contract/admin/users.ts'
import type { UserDetails } from '#contract/users.ts'
import { api } from '../../../api.ts'
import { decoded } from '../wire.ts'

const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A page of users; `query` is the query string of the list's URL. */
    users: build.query<UserPage, string>({
      query: (query) => ({ url: `/api/users?${query}` }),
      transformResponse: decoded('UserPage'),
      providesTags: ['User'],
      keepUnusedDataFor: 0,
    }),
    adminUser: build.query<UserDetails, string>({
      query: (id) => ({ url: `/api/users/${encodeURIComponent(id)}` }),
      transformResponse: decoded('UserDetails'),
      providesTags: ['User'],
    }),
    changeUser: build.mutation<UserDetails, UserUpdate & { _id: string }>({
      query: (body) => ({ url: `/api/users/${body._id}`, method: 'PUT', body }),
      transformResponse: decoded('UserDetails'),
      invalidatesTags: ['User'],
    }),
    /** The page with everything that the shop holds about the owner of an account. */
    dataOfUser: build.mutation<string, string>({
      query: (id) => ({ url: `/api/personal-data/users/${id}` }),
    }),
    deleteUser: build.mutation<unknown, string>({
      query: (id) => ({ url: `/api/users/${id}`, method: 'DELETE' }),
      invalidatesTags: ['User', 'Order'],
    }),
  }),
})

export const { useUsersQuery, useAdminUserQuery, useChangeUserMutation, useDataOfUserMutation, useDeleteUserMutation } =
  usersApi
