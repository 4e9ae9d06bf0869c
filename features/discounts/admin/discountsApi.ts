import { Done } from '#contract/users.ts'
import { featureClient } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'
import { encode } from '#web/lib/encode.ts'
import type { discountCalls } from '../calls.ts'
import { Discount, Discounts, DiscountUpdate } from '../contract.ts'

const { call } = featureClient<typeof discountCalls>()({ Discount, Discounts, Done })

const discountsApi = api.enhanceEndpoints({ addTagTypes: ['Discount'] }).injectEndpoints({
  endpoints: (build) => ({
    adminDiscounts: build.query({
      ...call('GET /api/admin/discounts', 'Discounts'),
      providesTags: ['Discount'],
      keepUnusedDataFor: 0,
    }),
    discount: build.query({
      ...call('GET /api/admin/discounts/:id', 'Discount', (id: string) => ({ id })),
      providesTags: ['Discount'],
    }),
    createDiscount: build.mutation({
      ...call('POST /api/admin/discounts', 'Discount'),
      invalidatesTags: ['Discount'],
    }),
    saveDiscount: build.mutation({
      ...call('PUT /api/admin/discounts/:id', 'Discount', ({ id, update }: { id: string; update: DiscountUpdate }) => ({
        id,
        body: encode(DiscountUpdate, update),
      })),
      invalidatesTags: ['Discount', 'Shop'],
    }),
    deleteDiscount: build.mutation({
      ...call('DELETE /api/admin/discounts/:id', 'Done', (id: string) => ({ id })),
      invalidatesTags: ['Discount', 'Shop'],
    }),
  }),
})

export const {
  useAdminDiscountsQuery,
  useDiscountQuery,
  useCreateDiscountMutation,
  useSaveDiscountMutation,
  useDeleteDiscountMutation,
} = discountsApi
