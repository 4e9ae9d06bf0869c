import type { Category, Product, ProductPage } from '#contract/products.ts'
import { api, decoded } from '../../api.ts'

export type ProductFilter = { keyword?: string; category?: string; pageNumber?: string }

export const catalogApi = api.injectEndpoints({
  endpoints: (build) => ({
    products: build.query<ProductPage, ProductFilter>({
      query: (filter) => ({ url: `/api/products?${new URLSearchParams(filter)}` }),
      transformResponse: decoded('ProductPage'),
      providesTags: ['Product'],
    }),
    featured: build.query<Product[], void>({
      query: () => ({ url: '/api/products/featured' }),
      transformResponse: decoded('FeaturedProducts'),
      providesTags: ['Product'],
    }),
    /** One product, by its id or its slug. */
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

export const { useProductsQuery, useFeaturedQuery, useProductQuery, useCategoriesQuery } = catalogApi
