import { api, call } from '#web/lib/api.ts'

export const catalogApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A product, by id or slug. */
    product: build.query({
      ...call('GET /api/products/:id', 'Product', (key: string) => ({ id: key })),
      providesTags: ['Product'],
    }),
    categories: build.query({
      ...call('GET /api/categories', 'Categories'),
      providesTags: ['Product'],
    }),
  }),
})

export const { useCategoriesQuery, useProductQuery } = catalogApi
