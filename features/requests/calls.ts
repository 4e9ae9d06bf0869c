import { AdminRequest, AdminRequestPage, NewAnswer, RequestKey, RequestQuery } from '#contract/admin/requests.ts'
import { defineCallsOf } from '#contract/calls/define-calls.ts'
import { ConfirmedRequest, NewRequest, RequestLink } from '#contract/requests.ts'
import { Done } from '#contract/users.ts'

export const requestCalls = defineCallsOf('orders', {
  'POST /api/requests': {
    access: 'anyone',
    id: 'requestPiece',
    summary: 'Ask to hear when a product can be bought again, or for another one like it',
    body: NewRequest,
    status: 201,
    answer: Done,
  },
  // Authenticated by the signature of the link.
  'POST /api/requests/confirmed': {
    access: 'anyone',
    id: 'confirmRequest',
    summary: 'Confirm a request with the link of its email',
    body: RequestLink,
    answer: ConfirmedRequest,
  },
  'POST /api/requests/ended': {
    access: 'anyone',
    id: 'endRequests',
    summary: 'Stop the emails about products that can be bought again',
    body: RequestLink,
    answer: Done,
  },
  'GET /api/requests': {
    access: 'admin',
    id: 'listRequests',
    summary: 'List and search the requests of shoppers',
    query: RequestQuery,
    answer: AdminRequestPage,
  },
  'PUT /api/requests/:id/answer': {
    access: 'admin',
    id: 'answerRequest',
    summary: 'Answer a request for another one, by email',
    params: RequestKey,
    body: NewAnswer,
    answer: AdminRequest,
  },
})
