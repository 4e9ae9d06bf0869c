import {
  AdminPastReview,
  HistoryKey,
  OrdersOfUser,
  PastOrder,
  PastOrderPage,
  PastOrderQuery,
  PastReviewChange,
  PastReviewPage,
  PastReviewQuery,
} from '#contract/admin/history.ts'
import { defineCalls, defineCallsOf } from '#contract/calls/define-calls.ts'
import { Done } from '#contract/users.ts'

export const historyCalls = {
  ...defineCallsOf('orders', {
    'GET /api/customers/:id/orders': {
      access: 'admin',
      part: undefined,
      id: 'listOrdersOfUser',
      summary: "List an account's orders, and the past orders of its email address",
      params: HistoryKey,
      answer: OrdersOfUser,
    },
    'GET /api/past-orders': {
      access: 'admin',
      id: 'listPastOrders',
      summary: 'List the past orders of other shops, newest first',
      query: PastOrderQuery,
      answer: PastOrderPage,
    },
    'GET /api/past-orders/:id': {
      access: 'admin',
      id: 'getPastOrder',
      summary: 'Get a past order with its items',
      params: HistoryKey,
      answer: PastOrder,
    },
  }),
  ...defineCalls({
    'DELETE /api/past-customers/:id': {
      access: 'recent admin',
      id: 'erasePastCustomer',
      summary: 'Erase a customer of another shop with their past orders and reviews',
      params: HistoryKey,
      answer: Done,
    },
  }),
  ...defineCallsOf('catalog', {
    'GET /api/past-reviews': {
      access: 'admin',
      id: 'listPastReviews',
      summary: 'List the reviews of other shops, newest first',
      query: PastReviewQuery,
      answer: PastReviewPage,
    },
    'PUT /api/past-reviews/:id': {
      access: 'admin',
      id: 'updatePastReview',
      summary: 'Hide a review, or say which product it is about',
      params: HistoryKey,
      body: PastReviewChange,
      answer: AdminPastReview,
    },
  }),
}
