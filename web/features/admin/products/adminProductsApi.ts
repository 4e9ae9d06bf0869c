import type {
  AdminProduct,
  AdminProductPage,
  ProductChanges,
  ProductHistory,
  ProductsChanged,
  ProductUpdate,
} from '#contract/admin/products.ts'
import type { Done } from '#contract/users.ts'
import { api } from '../../../api.ts'
import { decoded, encoded } from '../wire.ts'

const at = (key: string) => `/api/products/${encodeURIComponent(key)}`

export const productsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A page of the products, drafts included; `query` is the query string of the list's URL. */
    adminProducts: build.query<AdminProductPage, string>({
      query: (query) => ({ url: `/api/products?view=admin&${query}` }),
      transformResponse: decoded('AdminProductPage'),
      providesTags: ['Product'],
      keepUnusedDataFor: 0,
    }),
    /** A product, by id or slug, with its latest history. Loads again whenever the screen opens. */
    adminProduct: build.query<AdminProduct, string>({
      query: (key) => ({ url: at(key) }),
      transformResponse: decoded('AdminProduct'),
      providesTags: ['Product'],
      keepUnusedDataFor: 0,
    }),
    /** What is in the history of a product before that line. */
    earlierHistory: build.query<ProductHistory, { id: string; before: string }>({
      query: ({ id, before }) => ({ url: `${at(id)}/history?before=${before}` }),
      transformResponse: decoded('ProductHistory'),
      keepUnusedDataFor: 0,
    }),
    createProduct: build.mutation<AdminProduct, void>({
      query: () => ({ url: '/api/products', method: 'POST' }),
      transformResponse: decoded('AdminProduct'),
      invalidatesTags: ['Product'],
    }),
    copyProduct: build.mutation<AdminProduct, string>({
      query: (id) => ({ url: `${at(id)}/copy`, method: 'POST' }),
      transformResponse: decoded('AdminProduct'),
      invalidatesTags: ['Product'],
    }),
    updateProduct: build.mutation<AdminProduct, { id: string; edit: ProductUpdate }>({
      query: ({ id, edit }) => ({ url: at(id), method: 'PUT', body: encoded('ProductUpdate', edit) }),
      transformResponse: decoded('AdminProduct'),
      invalidatesTags: ['Product'],
    }),
    deleteProduct: build.mutation<Done, string>({
      query: (id) => ({ url: at(id), method: 'DELETE' }),
      transformResponse: decoded('Done'),
      invalidatesTags: ['Product'],
    }),
    deleteProducts: build.mutation<ProductsChanged, string[]>({
      query: (ids) => ({ url: '/api/products/deleted', method: 'PUT', body: { ids } }),
      transformResponse: decoded('ProductsChanged'),
      invalidatesTags: ['Product'],
    }),
    /** Applies one bulk edit to several products. */
    changeProducts: build.mutation<ProductsChanged, ProductChanges>({
      query: (changes) => ({ url: '/api/products', method: 'PUT', body: encoded('ProductChanges', changes) }),
      transformResponse: decoded('ProductsChanged'),
      invalidatesTags: ['Product'],
    }),
  }),
})

export const {
  useAdminProductsQuery,
  useAdminProductQuery,
  useLazyEarlierHistoryQuery,
  useCreateProductMutation,
  useCopyProductMutation,
  useDeleteProductsMutation,
  useUpdateProductMutation,
  useDeleteProductMutation,
  useChangeProductsMutation,
} = productsApi
