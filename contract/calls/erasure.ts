import { UserId } from '#contract/admin/users.ts'
import { defineCalls } from '#contract/calls/define-calls.ts'
import { OrderKey } from '#contract/orders.ts'
import { Done } from '#contract/users.ts'

export const erasureCalls = defineCalls({
  'DELETE /api/users/:id': {
    access: 'recent admin',
    id: 'deleteUser',
    summary: 'Delete an account',
    params: UserId,
    answer: Done,
  },
  'DELETE /api/orders/:id/guest': {
    access: 'recent admin',
    id: 'eraseGuest',
    summary: 'Erase the guest who bought an order',
    params: OrderKey,
    answer: Done,
  },
})
