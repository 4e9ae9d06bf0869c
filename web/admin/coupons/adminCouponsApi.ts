import type { CouponUpdate } from '#contract/admin/coupons.ts'
import { call, encoded } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'

const adminCouponsApi = api.enhanceEndpoints({ addTagTypes: ['Coupon'] }).injectEndpoints({
  endpoints: (build) => ({
    /** A page of the coupons; `query` is the query string of the list's URL. */
    coupons: build.query({
      ...call('GET /api/coupons', 'CouponPage', (query: string) => ({ query })),
      providesTags: ['Coupon'],
      keepUnusedDataFor: 0,
    }),
    coupon: build.query({
      ...call('GET /api/coupons/:id', 'Coupon', (id: string) => ({ id })),
      providesTags: ['Coupon'],
    }),
    createCoupon: build.mutation({
      ...call('POST /api/coupons', 'Coupon'),
      invalidatesTags: ['Coupon'],
    }),
    saveCoupon: build.mutation({
      ...call('PUT /api/coupons/:id', 'Coupon', ({ id, update }: { id: string; update: CouponUpdate }) => ({
        id,
        body: encoded('CouponUpdate', update),
      })),
      invalidatesTags: ['Coupon'],
    }),
    deleteCoupon: build.mutation({
      ...call('DELETE /api/coupons/:id', null, (id: string) => ({ id })),
      invalidatesTags: ['Coupon'],
    }),
  }),
})

export const {
  useCouponsQuery,
  useCouponQuery,
  useCreateCouponMutation,
  useSaveCouponMutation,
  useDeleteCouponMutation,
} = adminCouponsApi
