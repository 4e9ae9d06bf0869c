import { api, clientOf } from '#web/lib/api.ts'
import type { personalDataCalls } from '../calls.ts'

/** The schemas of this feature load with its first call, as those of the shop do. */
const { call } = clientOf<typeof personalDataCalls>()(() => import('./wire.ts'))

/** Calls about one's own data. A file is the text of its page. */
const personalDataApi = api.injectEndpoints({
  endpoints: (build) => ({
    myData: build.mutation<string, void>({
      ...call('GET /api/personal-data', null),
    }),
    deletionPreview: build.query({
      ...call('GET /api/personal-data/deletion', 'DeletionPreview'),
    }),
    deleteMyAccount: build.mutation({
      ...call('PUT /api/personal-data/deleted', 'Done', (body: { password: string }) => ({ body })),
    }),
    /** Mails the link to the data of an address. */
    mailDataLink: build.mutation({
      ...call('POST /api/personal-data/link', 'Done', (body: { email: string }) => ({ body, isAnonymous: true })),
    }),
    /** What the link of a message reaches. */
    linkedData: build.query({
      ...call('POST /api/personal-data/by-link', 'DeletionPreview', (link: string) => ({
        body: { link },
        isAnonymous: true,
      })),
    }),
    linkedDataFile: build.mutation<string, string>({
      ...call('POST /api/personal-data/by-link/file', null, (link: string) => ({ body: { link }, isAnonymous: true })),
    }),
    deleteLinkedData: build.mutation({
      ...call('PUT /api/personal-data/by-link/deleted', 'Done', (link: string) => ({
        body: { link },
        isAnonymous: true,
      })),
    }),
  }),
})

export const {
  useMyDataMutation,
  useDeletionPreviewQuery,
  useDeleteMyAccountMutation,
  useMailDataLinkMutation,
  useLinkedDataQuery,
  useLinkedDataFileMutation,
  useDeleteLinkedDataMutation,
} = personalDataApi
