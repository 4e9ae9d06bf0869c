import type { ClaimedOrders } from '#contract/orders.ts'
import type { Done, UserInfo } from '#contract/users.ts'
import { api, decoded } from '../../api.ts'

type Link = { id: string; key: string }

const at = (id: string, end: string) => `/api/orders/${encodeURIComponent(id)}/${end}`

const orderLinksApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Trades the key of an order's link for its buyer, with a token for this order alone. */
    openOrder: build.mutation<UserInfo, Link>({
      query: ({ id, key }) => ({ url: at(id, 'open'), method: 'POST', body: { key }, isAnonymous: true }),
      transformResponse: decoded('UserInfo'),
    }),
    /** Mails a new link of an order, and ends the older ones. */
    renewOrderLink: build.mutation<Done, string>({
      query: (id) => ({ url: at(id, 'link'), method: 'POST', isAnonymous: true }),
      transformResponse: decoded('Done'),
    }),
    /** Mails the links of an address's orders. */
    findOrders: build.mutation<Done, { email: string }>({
      query: (body) => ({ url: '/api/orders/find', method: 'POST', body, isAnonymous: true }),
      transformResponse: decoded('Done'),
    }),
    /** Adds the order of a link to the account. */
    claimOrder: build.mutation<Done, Link>({
      query: ({ id, key }) => ({ url: at(id, 'claim'), method: 'POST', body: { key } }),
      transformResponse: decoded('Done'),
      invalidatesTags: ['Order'],
    }),
    /** Mails a code to the address of the account. */
    mailClaimCode: build.mutation<Done, void>({
      query: () => ({ url: '/api/orders/claim-code', method: 'POST' }),
      transformResponse: decoded('Done'),
    }),
    /** Adds the orders of the account's address with the mailed code. */
    claimOrders: build.mutation<ClaimedOrders, { code: string }>({
      query: (body) => ({ url: '/api/orders/claim', method: 'POST', body }),
      transformResponse: decoded('ClaimedOrders'),
      invalidatesTags: ['Order'],
    }),
  }),
})

export const {
  useOpenOrderMutation,
  useRenewOrderLinkMutation,
  useFindOrdersMutation,
  useClaimOrderMutation,
  useMailClaimCodeMutation,
  useClaimOrdersMutation,
} = orderLinksApi
