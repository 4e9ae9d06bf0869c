import { z } from 'zod'
import { Download, DownloadTicket } from '#contract/admin/downloads.ts'
import { Period, ProductFileQuery } from '#contract/admin/exports.ts'
import { OrderFilter } from '#contract/admin/orders.ts'
import { defineCalls, defineCallsOf, fileOf } from '#contract/calls/define-calls.ts'

const PRODUCTS = {
  description: 'The file in the format that was asked for',
  content: {
    'text/csv': { schema: z.string() },
    'application/json': {
      schema: z.object({ products: z.array(z.looseObject({ sku: z.string(), name: z.string() })) }),
    },
  },
}

export const exportCalls = {
  ...defineCallsOf('catalog', {
    'GET /api/products/export': {
      access: 'admin',
      isHeavy: true,
      id: 'exportProducts',
      summary: 'Export all products, in a format of this or of another shop',
      query: ProductFileQuery,
      answer: PRODUCTS,
    },
  }),
  ...defineCalls({
    'POST /api/exports/products': {
      access: 'recent admin',
      id: 'openProductsDownload',
      summary: 'Get the address of an archive of all products with their photos',
      body: ProductFileQuery,
      status: 201,
      answer: Download,
    },
    'POST /api/exports/shop': {
      access: 'recent admin',
      id: 'openShopDownload',
      summary: 'Get the address of an archive of the whole shop',
      status: 201,
      answer: Download,
    },
    // The addresses are good for a minute, and signed for an admin.
    'GET /api/exports/products/file': {
      access: 'anyone',
      isHeavy: true,
      id: 'downloadProducts',
      summary: 'Download all products with their photos',
      query: ProductFileQuery.extend(DownloadTicket.shape),
      answer: fileOf('application/zip'),
    },
    'GET /api/exports/shop/file': {
      access: 'anyone',
      isHeavy: true,
      id: 'downloadShop',
      summary: 'Download the whole shop',
      query: DownloadTicket,
      answer: fileOf('application/zip'),
    },
    'GET /api/users/export': {
      access: 'recent admin',
      isHeavy: true,
      id: 'exportCustomers',
      summary: 'Export customers as CSV',
      query: Period,
      answer: fileOf('text/csv'),
    },
    'GET /api/orders/export/items': {
      access: 'recent admin',
      isHeavy: true,
      id: 'exportOrderItems',
      summary: 'Export the items of orders as CSV',
      query: OrderFilter,
      answer: fileOf('text/csv'),
    },
    'GET /api/orders/export/refunds': {
      access: 'recent admin',
      isHeavy: true,
      id: 'exportRefunds',
      summary: 'Export refunds as CSV',
      query: Period,
      answer: fileOf('text/csv'),
    },
  }),
}
