import type { Filters } from '#contract/filters.ts'
import type { Category, Product, ProductPage } from '#contract/products.ts'
import { api, decoded } from '../../api.ts'

type ProductFilter = { keyword?: string; category?: string; pageNumber?: string } & Filters

export const catalogApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A page of a list, with what it can be narrowed by. */
    products: build.query<ProductPage, ProductFilter>({
      query: (filter) => ({ url: `/api/products?${new URLSearchParams({ ...filter, extras: 'true' })}` }),
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
