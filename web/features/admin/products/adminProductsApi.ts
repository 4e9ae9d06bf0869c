import type { z } from 'zod'
import {
  ProductChanges,
  ProductsChanged,
  type ProductUpdate,
  SellersProduct,
  SellersProductPage,
} from '#contract/admin/products.ts'
import { Done } from '#contract/users.ts'
import { api } from '../../../api.ts'
import { decoded, encoded } from '../wire.ts'

const at = (key: string) => `/api/products/${encodeURIComponent(key)}`

export const productsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A page of the products, drafts among them; `query` is that of the list's address. */
    sellersProducts: build.query<SellersProductPage, string>({
      query: (query) => ({ url: `/api/products?view=admin&${query}` }),
      transformResponse: decoded(SellersProductPage),
      providesTags: ['Product'],
    }),
    /** One product, by its id or its slug, with its history. Asked for anew whenever it is opened. */
    sellersProduct: build.query<SellersProduct, string>({
      query: (key) => ({ url: at(key) }),
      transformResponse: decoded(SellersProduct),
      providesTags: ['Product'],
      keepUnusedDataFor: 0,
    }),
    createProduct: build.mutation<SellersProduct, void>({
      query: () => ({ url: '/api/products', method: 'POST' }),
      transformResponse: decoded(SellersProduct),
      invalidatesTags: ['Product'],
    }),
    /** `edit` is as the form has checked it: in dollars. */
    updateProduct: build.mutation<SellersProduct, { id: string; edit: z.input<typeof ProductUpdate> }>({
      query: ({ id, edit }) => ({ url: at(id), method: 'PUT', body: edit }),
      transformResponse: decoded(SellersProduct),
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
