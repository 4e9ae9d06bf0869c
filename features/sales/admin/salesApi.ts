import { Done } from '#contract/users.ts'
import { featureClient } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'
import type { saleCalls } from '../calls.ts'
import { AdminSales, EditedSale, SalePreview, SaleUpdate } from '../contract.ts'

const { call, encoded } = featureClient<typeof saleCalls>()({ AdminSales, Done, EditedSale, SalePreview, SaleUpdate })

type PreviewOf = { sale?: string | undefined; update: SaleUpdate; pageNumber: number }

const salesApi = api.injectEndpoints({
  endpoints: (build) => ({
    sales: build.query({
      ...call('GET /api/sales', 'AdminSales'),
      keepUnusedDataFor: 0,
      providesTags: ['Product'],
    }),
    /** A sale with the products that it names. */
    sale: build.query({
      ...call('GET /api/sales/:id', 'EditedSale', (id: string) => ({ id })),
      keepUnusedDataFor: 0,
      providesTags: ['Product'],
    }),
    salePreview: build.query({
      ...call('POST /api/sales/preview', 'SalePreview', ({ sale, update, pageNumber }: PreviewOf) => ({
        body: encoded('SaleUpdate', update),
        query: { pageNumber, ...(sale && { sale }) },
      })),
      keepUnusedDataFor: 0,
    }),
    createSale: build.mutation({
      ...call('POST /api/sales', 'EditedSale', (sale: SaleUpdate) => ({
        body: encoded('SaleUpdate', sale),
      })),
      invalidatesTags: ['Product'],
    }),
    updateSale: build.mutation({
      ...call('PUT /api/sales/:id', 'EditedSale', ({ id, update }: { id: string; update: SaleUpdate }) => ({
        id,
        body: encoded('SaleUpdate', update),
      })),
      invalidatesTags: ['Product'],
    }),
    endSale: build.mutation({
      ...call('PUT /api/sales/:id/ended', 'EditedSale', (id: string) => ({ id, body: {} })),
      invalidatesTags: ['Product'],
    }),
    deleteSale: build.mutation({
      ...call('DELETE /api/sales/:id', 'Done', (id: string) => ({ id })),
      invalidatesTags: ['Product'],
    }),
  }),
})

export const {
  useSalesQuery,
  useSaleQuery,
  useLazySaleQuery,
  useSalePreviewQuery,
  useCreateSaleMutation,
  useUpdateSaleMutation,
  useEndSaleMutation,
  useDeleteSaleMutation,
} = salesApi
