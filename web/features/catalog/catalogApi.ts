import type { Category, Product } from '#contract/products.ts'
import { api, decoded } from '../../api.ts'

export const catalogApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A product, by id or slug. */
    product: build.query<Product, string>({
      query: (key) => ({ url: `/api/products/${encodeURIComponent(key)}` }),
      transformResponse: decoded('Product'),
      providesTags: ['Product'],
    }),
    categories: build.query<Category[], void>({
      query: () => ({ url: '/api/categories' }),
      transformResponse: decoded('Categories'),
      providesTags: ['Product'],
    }),
  }),
})

export const { useCategoriesQuery, useProductQuery } = catalogApi
