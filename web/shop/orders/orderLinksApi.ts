import { api, call } from '#web/lib/api.ts'

type Link = { id: string; key: string }

const orderLinksApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Trades the key of an order's link for its buyer, with a token for this order alone. */
    openOrder: build.mutation({
      ...call('POST /api/orders/:id/open', 'UserInfo', ({ id, key }: Link) => ({
        id,
        body: { key },
        isAnonymous: true,
      })),
    }),
    /** Mails a new link of an order, and ends the older ones. */
    renewOrderLink: build.mutation({
      ...call('POST /api/orders/:id/link', 'Done', (id: string) => ({ id, isAnonymous: true })),
    }),
    /** Mails the links of an address's orders. */
    findOrders: build.mutation({
      ...call('POST /api/orders/find', 'Done', (body: { email: string }) => ({ body, isAnonymous: true })),
    }),
    /** Adds the order of a link to the account. */
    claimOrder: build.mutation({
      ...call('POST /api/orders/:id/claim', 'Done', ({ id, key }: Link) => ({ id, body: { key } })),
      invalidatesTags: ['Order'],
    }),
    /** Mails a code to the address of the account. */
    mailClaimCode: build.mutation({
      ...call('POST /api/orders/claim-code', 'Done'),
    }),
    /** Adds the orders of the account's address with the mailed code. */
    claimOrders: build.mutation({
      ...call('POST /api/orders/claim', 'ClaimedOrders', (body: { code: string }) => ({ body })),
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
