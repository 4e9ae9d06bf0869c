import { Download } from '#contract/admin/downloads.ts'
import type { ProductFormat } from '#contract/admin/exports.ts'
import { featureClient } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'
import type { exportCalls } from '../calls.ts'

const { call } = featureClient<typeof exportCalls>()({ Download })

const exportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    openProductsDownload: build.mutation({
      ...call('POST /api/exports/products', 'Download', (format: ProductFormat) => ({ body: { format } })),
    }),
    openShopDownload: build.mutation({
      ...call('POST /api/exports/shop', 'Download'),
    }),
  }),
})

export const { useOpenProductsDownloadMutation, useOpenShopDownloadMutation } = exportsApi
