import type { z } from 'zod'
import {
  AdminProduct,
  AdminProductPage,
  ProductChanges,
  ProductsChanged,
  type ProductUpdate,
} from '#contract/admin/products.ts'
import { Done } from '#contract/users.ts'
import { api } from '../../../api.ts'
import { decoded, encoded } from '../wire.ts'

const at = (key: string) => `/api/products/${encodeURIComponent(key)}`

export const productsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A page of the products, drafts among them; `query` is that of the list's address. */
    sellersProducts: build.query<AdminProductPage, string>({
      query: (query) => ({ url: `/api/products?view=admin&${query}` }),
      transformResponse: decoded(AdminProductPage),
      providesTags: ['Product'],
    }),
    /** One product, by its id or its slug, with its history. Asked for anew whenever it is opened. */
    sellersProduct: build.query<AdminProduct, string>({
      query: (key) => ({ url: at(key) }),
      transformResponse: decoded(AdminProduct),
      providesTags: ['Product'],
      keepUnusedDataFor: 0,
    }),
    createProduct: build.mutation<AdminProduct, void>({
      query: () => ({ url: '/api/products', method: 'POST' }),
      transformResponse: decoded(AdminProduct),
      invalidatesTags: ['Product'],
    }),
    /** `edit` is as the form has checked it: in dollars. */
    updateProduct: build.mutation<AdminProduct, { id: string; edit: z.input<typeof ProductUpdate> }>({
      query: ({ id, edit }) => ({ url: at(id), method: 'PUT', body: edit }),
      transformResponse: decoded(AdminProduct),
      invalidatesTags: ['Product'],
    }),
    deleteProduct: build.mutation<Done, string>({
      query: (id) => ({ url: at(id), method: 'DELETE' }),
      transformResponse: decoded(Done),
      invalidatesTags: ['Product'],
    }),
    /** One change of several products at once. */
    changeProducts: build.mutation<ProductsChanged, ProductChanges>({
      query: (changes) => ({ url: '/api/products', method: 'PUT', body: encoded(ProductChanges, changes) }),
      transformResponse: decoded(ProductsChanged),
      invalidatesTags: ['Product'],
    }),
  }),
})

export const {
  useSellersProductsQuery,
  useSellersProductQuery,
  useCreateProductMutation,
  useUpdateProductMutation,
  useDeleteProductMutation,
  useChangeProductsMutation,
} = productsApi
