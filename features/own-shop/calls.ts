import { defineCalls } from '#contract/calls/define-calls.ts'
import { Done } from '#contract/users.ts'
import { OwnShop, OwnShopUpdate } from './contract.ts'

export const ownShopCalls = defineCalls({
  'GET /api/own-shop': {
    access: 'admin',
    id: 'getOwnShop',
    summary: 'Say how far the owner is with a shop of their own',
    answer: OwnShop,
  },
  'PUT /api/own-shop': {
    access: 'admin',
    id: 'updateOwnShop',
    summary: 'Save how far the owner is',
    body: OwnShopUpdate,
    answer: OwnShop,
  },
  'POST /api/own-shop': {
    access: 'signed-in admin',
    id: 'startOwnShop',
    summary: 'Clear the demo out of the shop',
    answer: Done,
  },
})
