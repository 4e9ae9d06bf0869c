import { defineCallsOf } from '#contract/calls/define-calls.ts'
import { MY_ORDERS_PAGE_SIZE } from '#contract/defaults.ts'
import { AnsweredDelay, LinkedDelayAnswer, NewDelayAnswer } from '#contract/delays.ts'
import {
  ClaimCode,
  ClaimedOrders,
  LinkKey,
  MyOrdersQuery,
  NewCancelRequest,
  NewOrder,
  Order,
  OrderKey,
  Orders,
  VerifyOrder,
} from '#contract/orders.ts'
import { Done, ForgottenPassword, UserInfo } from '#contract/users.ts'

export const orderCalls = defineCallsOf('orders', {
  'POST /api/orders': {
    access: 'buyer',
    id: 'placeOrder',
    summary: 'Place an order',
    body: NewOrder,
    status: 201,
    answer: Order,
  },
  'GET /api/orders/:id': {
    access: 'buyer or link',
    id: 'getOrder',
    summary: 'Get an order',
    params: OrderKey,
    answer: Order,
  },
  'GET /api/orders/myorders': {
    access: 'user',
    isHeavy: true,
    id: 'listMyOrders',
    summary: "List the caller's orders, newest first",
    description: `${MY_ORDERS_PAGE_SIZE} on a page; a page past the last one is empty.`,
    query: MyOrdersQuery,
    answer: Orders,
  },
  // Authenticated by the key of the order's link.
  'POST /api/orders/:id/open': {
    access: 'anyone',
    id: 'openOrder',
    summary: "Open a guest's order with the key of its link",
    params: OrderKey,
    body: LinkKey,
    answer: UserInfo,
  },
  'POST /api/orders/:id/link': {
    access: 'anyone',
    id: 'renewOrderLink',
    summary: "Mail a new link of a guest's order",
    params: OrderKey,
    answer: Done,
  },
  'POST /api/orders/find': {
    access: 'anyone',
    id: 'findOrders',
    summary: 'Mail the links of the orders of an email address',
    body: ForgottenPassword,
    answer: Done,
  },
  'POST /api/orders/:id/claim': {
    access: 'user',
    id: 'claimOrder',
    summary: "Add a guest's order to the caller's account by its link",
    params: OrderKey,
    body: LinkKey,
    answer: Done,
  },
  'POST /api/orders/claim-code': {
    access: 'user',
    id: 'mailClaimCode',
    summary: "Mail a code to the caller's address",
    answer: Done,
  },
  'POST /api/orders/claim': {
    access: 'user',
    id: 'claimOrders',
    summary: "Add the guests' orders of the caller's address to the account, with the mailed code",
    body: ClaimCode,
    answer: ClaimedOrders,
  },
  'POST /api/orders/verify/logs': {
    access: 'buyer or link',
    id: 'verifyOrder',
    summary: 'Update an unpaid order to the present stock and prices',
    body: VerifyOrder,
    answer: Order,
  },
  'PUT /api/orders/:id/delay': {
    access: 'buyer or link',
    id: 'answerDelay',
    summary: 'Agree to a delay, or ask for the money back',
    params: OrderKey,
    body: NewDelayAnswer,
    answer: Order,
  },
  // Authenticated by the signature of the link.
  'POST /api/orders/delays/answered': {
    access: 'anyone',
    id: 'answerDelayByLink',
    summary: 'Answer a delay with the link of its email',
    body: LinkedDelayAnswer,
    answer: AnsweredDelay,
  },
  'PUT /api/orders/:id/canceled': {
    access: 'buyer',
    id: 'cancelOrder',
    summary: 'Cancel an order before it is paid',
    params: OrderKey,
    answer: Order,
  },
  'POST /api/orders/:id/cancel-request': {
    access: 'buyer or link',
    id: 'requestCancellation',
    summary: 'Ask the seller to cancel a paid order',
    params: OrderKey,
    body: NewCancelRequest,
    status: 201,
    answer: Order,
  },
})
