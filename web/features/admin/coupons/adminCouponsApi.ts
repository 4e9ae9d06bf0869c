import type { Coupon, CouponPage, CouponUpdate } from '#contract/admin/coupons.ts'
import { api } from '../../../api.ts'
import { decoded, encoded } from '../wire.ts'

const adminCouponsApi = api.enhanceEndpoints({ addTagTypes: ['Coupon'] }).injectEndpoints({
  endpoints: (build) => ({
    /** A page of the coupons; `query` is the query string of the list's URL. */
    coupons: build.query<CouponPage, string>({
      query: (query) => ({ url: `/api/coupons/?${query}` }),
      transformResponse: decoded('CouponPage'),
      providesTags: ['Coupon'],
      keepUnusedDataFor: 0,
    }),
    coupon: build.query<Coupon, string>({
      query: (id) => ({ url: `/api/coupons/${encodeURIComponent(id)}` }),
      transformResponse: decoded('Coupon'),
      providesTags: ['Coupon'],
    }),
    createCoupon: build.mutation<Coupon, void>({
      query: () => ({ url: '/api/coupons', method: 'POST' }),
      transformResponse: decoded('Coupon'),
      invalidatesTags: ['Coupon'],
    }),
    saveCoupon: build.mutation<Coupon, { id: string; update: CouponUpdate }>({
      query: ({ id, update }) => ({ url: `/api/coupons/${id}`, method: 'PUT', body: encoded('CouponUpdate', update) }),
      transformResponse: decoded('Coupon'),
      invalidatesTags: ['Coupon'],
    }),
    deleteCoupon: build.mutation<unknown, string>({
      query: (id) => ({ url: `/api/coupons/${id}`, method: 'DELETE' }),
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
