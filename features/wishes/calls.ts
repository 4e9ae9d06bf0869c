import { defineCalls } from '#contract/calls/define-calls.ts'
import { Products } from '#contract/products.ts'
import { WishChanges, WishedQuery, WishList } from './contract.ts'
import { MOST_WISHES } from './limits.ts'

export const wishCalls = defineCalls({
  'PUT /api/wishes': {
    access: 'user',
    id: 'changeWishes',
    summary: 'Change your wish list, and read it',
    description: `Adds and removes products, which may be none. The list has the newest ${MOST_WISHES}.`,
    body: WishChanges,
    answer: WishList,
  },
  'GET /api/wishes/products': {
    access: 'anyone',
    id: 'listWishedProducts',
    summary: 'Read the products of a wish list',
    description: 'In the order of the ids, without those that are not in the shop any more.',
    query: WishedQuery,
    answer: Products,
  },
})
