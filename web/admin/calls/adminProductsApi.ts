import type { ProductChanges, ProductUpdate, ShelfUpdate } from '#contract/admin/products.ts'
import { call, encoded } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'

const productsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A page of the products, drafts included; `query` is the query string of the list's URL. */
    adminProducts: build.query({
      ...call('GET /api/products', 'AdminProductPage', (query: string) => ({ query: `view=admin&${query}` })),
      providesTags: ['Product'],
      keepUnusedDataFor: 0,
    }),
    /** A product, by id or slug, with its latest history. Loads again whenever the screen opens. */
    adminProduct: build.query({
      ...call('GET /api/products/:id', 'AdminProduct', (key: string) => ({ id: key })),
      providesTags: ['Product'],
      keepUnusedDataFor: 0,
    }),
    /** What is in the history of a product before that line. */
    earlierHistory: build.query({
      ...call('GET /api/products/:id/history', 'ProductHistory', ({ id, before }: { id: string; before: string }) => ({
        id,
        query: { before },
      })),
      keepUnusedDataFor: 0,
    }),
    createProduct: build.mutation({
      ...call('POST /api/products', 'AdminProduct'),
      invalidatesTags: ['Product'],
    }),
    copyProduct: build.mutation({
      ...call('POST /api/products/:id/copy', 'AdminProduct', (id: string) => ({ id })),
      invalidatesTags: ['Product'],
    }),
    updateProduct: build.mutation({
      ...call('PUT /api/products/:id', 'AdminProduct', ({ id, edit }: { id: string; edit: ProductUpdate }) => ({
        id,
        body: encoded('ProductUpdate', edit),
      })),
      invalidatesTags: ['Product'],
    }),
    updateShelf: build.mutation({
      ...call('PUT /api/products/:id/shelf', 'AdminProduct', ({ id, ...body }: ShelfUpdate & { id: string }) => ({
        id,
        body,
      })),
      invalidatesTags: ['Product'],
    }),
    deleteProduct: build.mutation({
      ...call('DELETE /api/products/:id', 'Done', (id: string) => ({ id })),
      invalidatesTags: ['Product'],
    }),
    deleteProducts: build.mutation({
      ...call('PUT /api/products/deleted', 'ProductsChanged', (ids: string[]) => ({ body: { ids } })),
      invalidatesTags: ['Product'],
    }),
    /** Applies one bulk edit to several products. */
    changeProducts: build.mutation({
      ...call('PUT /api/products', 'ProductsChanged', (changes: ProductChanges) => ({
        body: encoded('ProductChanges', changes),
      })),
      invalidatesTags: ['Product'],
    }),
  }),
})

export const {
  useAdminProductsQuery,
  useAdminProductQuery,
  useLazyAdminProductQuery,
  useLazyEarlierHistoryQuery,
  useCreateProductMutation,
  useCopyProductMutation,
  useDeleteProductsMutation,
  useUpdateProductMutation,
  useUpdateShelfMutation,
  useDeleteProductMutation,
  useChangeProductsMutation,
} = productsApi
