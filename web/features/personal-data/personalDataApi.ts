import type { DeletionPreview } from '#contract/personal-data.ts'
import type { Done } from '#contract/users.ts'
import { api, decoded } from '../../api.ts'

const LINK = '/api/personal-data/by-link'

/** Calls about one's own data. A file is the text of its page. */
const personalDataApi = api.injectEndpoints({
  endpoints: (build) => ({
    myData: build.mutation<string, void>({
      query: () => ({ url: '/api/personal-data' }),
    }),
    deletionPreview: build.query<DeletionPreview, void>({
      query: () => ({ url: '/api/personal-data/deletion' }),
      transformResponse: decoded('DeletionPreview'),
    }),
    deleteMyAccount: build.mutation<Done, { password: string }>({
      query: (body) => ({ url: '/api/personal-data/deleted', method: 'PUT', body }),
      transformResponse: decoded('Done'),
    }),
    /** Mails the link to the data of an address. */
    mailDataLink: build.mutation<Done, { email: string }>({
      query: (body) => ({ url: '/api/personal-data/link', method: 'POST', body, isAnonymous: true }),
      transformResponse: decoded('Done'),
    }),
    /** What the link of a message reaches. */
    linkedData: build.query<DeletionPreview, string>({
      query: (link) => ({ url: LINK, method: 'POST', body: { link }, isAnonymous: true }),
      transformResponse: decoded('DeletionPreview'),
    }),
    linkedDataFile: build.mutation<string, string>({
      query: (link) => ({ url: `${LINK}/file`, method: 'POST', body: { link }, isAnonymous: true }),
    }),
    deleteLinkedData: build.mutation<Done, string>({
      query: (link) => ({ url: `${LINK}/deleted`, method: 'PUT', body: { link }, isAnonymous: true }),
      transformResponse: decoded('Done'),
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
