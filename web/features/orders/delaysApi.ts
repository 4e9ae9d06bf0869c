import type { AnsweredDelay, DelayAnswer, LinkedDelayAnswer } from '#contract/delays.ts'
import { api } from '../../api.ts'

const delaysApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Answers the delay of an order of the user's. */
    answerDelay: build.mutation<unknown, { id: string; answer: DelayAnswer }>({
      query: ({ id, answer }) => ({
        url: `/api/orders/${encodeURIComponent(id)}/delay`,
        method: 'PUT',
        body: { answer },
      }),
      invalidatesTags: ['Order'],
    }),
    /** Answers a delay with the signed part of the link in its email. */
    answerDelayByLink: build.mutation<AnsweredDelay, LinkedDelayAnswer>({
      query: (body) => ({ url: '/api/orders/delays/answered', method: 'POST', body, isAnonymous: true }),
      invalidatesTags: ['Order'],
    }),
  }),
})

export const { useAnswerDelayMutation, useAnswerDelayByLinkMutation } = delaysApi
