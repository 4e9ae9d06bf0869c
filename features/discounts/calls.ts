import { defineCallsOf } from '#contract/calls/define-calls.ts'
import { Done } from '#contract/users.ts'
import { Discount, DiscountKey, Discounts, DiscountUpdate } from './contract.ts'

export const discountCalls = defineCallsOf('orders', {
  'GET /api/admin/discounts': {
    access: 'admin',
    id: 'listDiscounts',
    summary: 'List the discounts without a code',
    answer: Discounts,
  },
  'GET /api/admin/discounts/:id': {
    access: 'admin',
    id: 'getDiscount',
    summary: 'Get a discount without a code',
    params: DiscountKey,
    answer: Discount,
  },
  'POST /api/admin/discounts': {
    access: 'admin',
    id: 'createDiscount',
    summary: 'Create a discount without a code',
    status: 201,
    answer: Discount,
  },
  'PUT /api/admin/discounts/:id': {
    access: 'admin',
    id: 'updateDiscount',
    summary: 'Change a discount without a code',
    params: DiscountKey,
    body: DiscountUpdate,
    answer: Discount,
  },
  'DELETE /api/admin/discounts/:id': {
    access: 'signed-in admin',
    id: 'deleteDiscount',
    summary: 'Delete a discount without a code',
    params: DiscountKey,
    answer: Done,
  },
})
