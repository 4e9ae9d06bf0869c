import { defineCallsOf } from '#contract/calls/define-calls.ts'
import { Done } from '#contract/users.ts'
import { AdminSales, EditedSale, SaleId, SalePreview, SalePreviewQuery, SaleUpdate } from './contract.ts'

export const saleCalls = defineCallsOf('catalog', {
  'GET /api/sales': { access: 'admin', id: 'listSales', summary: 'List the latest sales', answer: AdminSales },
  'GET /api/sales/:id': {
    access: 'admin',
    id: 'editSale',
    summary: 'Get a sale to edit',
    params: SaleId,
    answer: EditedSale,
  },
  'POST /api/sales': {
    access: 'admin',
    id: 'createSale',
    summary: 'Plan a sale',
    body: SaleUpdate,
    status: 201,
    answer: EditedSale,
  },
  'POST /api/sales/preview': {
    access: 'admin',
    isChange: false,
    id: 'previewSale',
    summary: 'Preview the prices of a sale, product by product',
    query: SalePreviewQuery,
    body: SaleUpdate,
    answer: SalePreview,
  },
  'PUT /api/sales/:id': {
    access: 'admin',
    id: 'updateSale',
    summary: 'Change a sale: of one that runs its name and its end',
    params: SaleId,
    body: SaleUpdate,
    answer: EditedSale,
  },
  'PUT /api/sales/:id/ended': {
    access: 'admin',
    id: 'endSale',
    summary: 'End a sale now, or cancel one that is planned',
    params: SaleId,
    answer: EditedSale,
  },
  'DELETE /api/sales/:id': {
    access: 'signed-in admin',
    id: 'deleteSale',
    summary: 'Delete a sale; one that runs ends before',
    params: SaleId,
    answer: Done,
  },
})
