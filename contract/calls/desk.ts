import { Waiting } from '#contract/admin/waiting.ts'
import { defineCalls } from '#contract/calls/define-calls.ts'

export const deskCalls = defineCalls({
  'GET /api/admin/waiting': {
    access: 'admin',
    part: 'orders',
    id: 'getWaiting',
    summary: 'Get how many orders, requests and payment problems wait for the seller',
    answer: Waiting,
  },
})
