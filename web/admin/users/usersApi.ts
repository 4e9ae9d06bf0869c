import type { UserUpdate } from '#contract/admin/users.ts'
import { call } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'

const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A page of users; `query` is the query string of the list's URL. */
    users: build.query({
      ...call('GET /api/users', 'UserPage', (query: string) => ({ query })),
      providesTags: ['User'],
      keepUnusedDataFor: 0,
    }),
    adminUser: build.query({
      ...call('GET /api/users/:id', 'UserDetails', (id: string) => ({ id })),
      providesTags: ['User'],
    }),
    changeUser: build.mutation({
      ...call('PUT /api/users/:id', 'UserDetails', (body: UserUpdate & { _id: string }) => ({ id: body._id, body })),
      invalidatesTags: ['User'],
    }),
    /** The page with everything that the shop holds about the owner of an account. */
    dataOfUser: build.mutation<string, string>({
      query: (id) => ({ url: `/api/personal-data/users/${encodeURIComponent(id)}` }),
    }),
    deleteUser: build.mutation({
      ...call('DELETE /api/users/:id', null, (id: string) => ({ id })),
      invalidatesTags: ['User', 'Order'],
    }),
  }),
})

export const { useUsersQuery, useAdminUserQuery, useChangeUserMutation, useDataOfUserMutation, useDeleteUserMutation } =
  usersApi
