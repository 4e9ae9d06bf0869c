import type { AnsweredDelay, DelayAnswer, LinkedDelayAnswer } from '#contract/delays.ts'
import { api, call } from '#web/lib/api.ts'

const delaysApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Answers the delay of an order of the user's. */
    answerDelay: build.mutation({
      ...call('PUT /api/orders/:id/delay', null, ({ id, answer }: { id: string; answer: DelayAnswer }) => ({
        id,
        body: { answer },
      })),
      invalidatesTags: ['Order'],
    }),
    /** Answers a delay with the signed part of the link in its email. */
    answerDelayByLink: build.mutation<AnsweredDelay, LinkedDelayAnswer>({
      ...call('POST /api/orders/delays/answered', null, (body: LinkedDelayAnswer) => ({ body, isAnonymous: true })),
      invalidatesTags: ['Order'],
    }),
  }),
})

export const { useAnswerDelayMutation, useAnswerDelayByLinkMutation } = delaysApi
