import { Done } from '#contract/users.ts'
import { featureClient } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'
import type { letterCalls } from '../calls.ts'
import { AdminLetter, AdminLetters, LetterPreview, LetterText, LetterUpdate } from '../contract.ts'

const { call, encoded } = featureClient<typeof letterCalls>()({
  ...{ AdminLetter, AdminLetters, Done, LetterPreview, LetterText, LetterUpdate },
})

const lettersApi = api.enhanceEndpoints({ addTagTypes: ['Letter'] }).injectEndpoints({
  endpoints: (build) => ({
    letters: build.query({
      ...call('GET /api/letters', 'AdminLetters'),
      keepUnusedDataFor: 0,
      providesTags: ['Letter'],
    }),
    letter: build.query({
      ...call('GET /api/letters/:id', 'AdminLetter', (id: string) => ({ id })),
      keepUnusedDataFor: 0,
      providesTags: ['Letter'],
    }),
    /** A letter as its readers would get it. */
    previewLetter: build.query({
      ...call('POST /api/letters/preview', 'LetterPreview', (text: LetterText) => ({
        body: encoded('LetterText', text),
      })),
      keepUnusedDataFor: 0,
    }),
    createLetter: build.mutation({
      ...call('POST /api/letters', 'AdminLetter', (text: LetterText) => ({ body: encoded('LetterText', text) })),
    }),
    saveLetter: build.mutation({
      ...call('PUT /api/letters/:id', 'AdminLetter', ({ id, update }: { id: string; update: LetterUpdate }) => ({
        id,
        body: encoded('LetterUpdate', update),
      })),
    }),
    deleteLetter: build.mutation({
      ...call('DELETE /api/letters/:id', 'Done', (id: string) => ({ id })),
    }),
    testLetter: build.mutation({
      ...call('POST /api/letters/:id/test', 'Done', (id: string) => ({ id, body: {} })),
    }),
    sendLetter: build.mutation({
      ...call('PUT /api/letters/:id/sent', 'AdminLetter', ({ id, version }: { id: string; version: string }) => ({
        id,
        body: { version },
      })),
      invalidatesTags: (letter) => (letter ? ['Letter'] : []),
    }),
    stopLetter: build.mutation({
      ...call('PUT /api/letters/:id/stopped', 'AdminLetter', (id: string) => ({ id, body: {} })),
      invalidatesTags: ['Letter'],
    }),
  }),
})

export const {
  useLettersQuery,
  useLetterQuery,
  useLazyLetterQuery,
  usePreviewLetterQuery,
  useCreateLetterMutation,
  useSaveLetterMutation,
  useDeleteLetterMutation,
  useTestLetterMutation,
  useSendLetterMutation,
  useStopLetterMutation,
} = lettersApi
