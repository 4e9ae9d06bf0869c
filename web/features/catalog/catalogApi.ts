import type { Filters } from '#contract/filters.ts'
import type { Category, Product, ProductPage, Shelf } from '#contract/products.ts'
import { api, decoded } from '../../api.ts'

type ProductFilter = { keyword?: string; category?: string; pageNumber?: string } & Filters

export const catalogApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A page of a product list, with its facets. */
    products: build.query<ProductPage, ProductFilter>({
      query: (filter) => ({ url: `/api/products?${new URLSearchParams({ ...filter, extras: 'true' })}` }),
      transformResponse: decoded('ProductPage'),
      providesTags: ['Product'],
    }),
    featured: build.query<Product[], void>({
      query: () => ({ url: '/api/products/featured' }),
      transformResponse: decoded('Products'),
      providesTags: ['Product'],
    }),
    /** The newest products in stock that are not featured. */
    newest: build.query<Product[], void>({
      query: () => ({ url: '/api/products/newest' }),
      transformResponse: decoded('Products'),
      providesTags: ['Product'],
    }),
    /** A product, by id or slug. */
    product: build.query<Product, string>({
      query: (key) => ({ url: `/api/products/${encodeURIComponent(key)}` }),
      transformResponse: decoded('Product'),
      providesTags: ['Product'],
    }),
    /** Related products. */
    related: build.query<Product[], string>({
      query: (key) => ({ url: `/api/products/${encodeURIComponent(key)}/related` }),
      transformResponse: decoded('Products'),
      providesTags: ['Product'],
    }),
    categories: build.query<Category[], void>({
      query: () => ({ url: '/api/categories' }),
      transformResponse: decoded('Categories'),
      providesTags: ['Product'],
    }),
    /** Categories with products in stock, each with a photo. */
    shelves: build.query<Shelf[], void>({
      query: () => ({ url: '/api/categories/shelves' }),
      transformResponse: decoded('Shelves'),
      providesTags: ['Product'],
    }),
  }),
})

export const {
  useProductsQuery,
  useFeaturedQuery,
  useNewestQuery,
  useProductQuery,
  useRelatedQuery,
  useCategoriesQuery,
  useShelvesQuery,
} = catalogApi
