import type { Download } from '#contract/admin/downloads.ts'
import type { ProductFormat } from '#contract/admin/exports.ts'
import { api } from '../../../api.ts'
import { decoded } from '../wire.ts'

const exportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    openProductsDownload: build.mutation<Download, ProductFormat>({
      query: (format) => ({ url: '/api/exports/products', method: 'POST', body: { format } }),
      transformResponse: decoded('Download'),
    }),
    openShopDownload: build.mutation<Download, void>({
      query: () => ({ url: '/api/exports/shop', method: 'POST' }),
      transformResponse: decoded('Download'),
    }),
  }),
})

export const { useOpenProductsDownloadMutation, useOpenShopDownloadMutation } = exportsApi
