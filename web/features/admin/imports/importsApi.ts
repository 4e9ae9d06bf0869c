import type {
  Import,
  ImportRow,
  ImportRowPage,
  ImportRowsChange,
  ImportState,
  ImportUpdates,
} from '#contract/admin/imports.ts'
import type { Done } from '#contract/users.ts'
import { api } from '../../../api.ts'
import { sendFile } from '../send-file.ts'
import { decoded, encoded } from '../wire.ts'

type Signed = { session: { user: { token: string } | null } }

const at = (id: string, end = '') => `/api/imports/${encodeURIComponent(id)}${end}`

const importsApi = api.enhanceEndpoints({ addTagTypes: ['Import'] }).injectEndpoints({
  endpoints: (build) => ({
    imports: build.query<Import[], void>({
      query: () => ({ url: '/api/imports' }),
      transformResponse: decoded('Imports'),
      providesTags: ['Import'],
      keepUnusedDataFor: 0,
    }),
    import: build.query<Import, string>({
      query: (id) => ({ url: at(id) }),
      transformResponse: decoded('Import'),
      providesTags: ['Import'],
    }),
    /** With the state of the import, so that its rows are read anew when it has gone on. */
    importRows: build.query<ImportRowPage, { id: string; query: string; state: ImportState }>({
      query: ({ id, query }) => ({ url: at(id, `/rows?${query}`) }),
      transformResponse: decoded('ImportRowPage'),
      providesTags: ['Import'],
      keepUnusedDataFor: 0,
    }),
    /** Sends a file to be checked. */
    checkFile: build.mutation<Import, File>({
      queryFn: async (file, { getState }) => {
        const { token = '' } = (getState() as Signed).session.user ?? {}
        const url = `/api/imports?${new URLSearchParams({ name: file.name })}`
        const { data, error } = await sendFile(url, file, { token, type: 'application/octet-stream' })
        return error ? { error } : { data: await decoded('Import')(data) }
      },
      invalidatesTags: ['Import'],
    }),
    changeImportRows: build.mutation<ImportRow[], ImportRowsChange & { id: string }>({
      query: ({ id, ...change }) => ({
        url: at(id, '/rows'),
        method: 'PUT',
        body: encoded('ImportRowsChange', change),
      }),
      transformResponse: decoded('ImportRows'),
      invalidatesTags: (_, error) => (error ? [] : ['Import']),
    }),
    chooseUpdates: build.mutation<Import, ImportUpdates & { id: string }>({
      query: ({ id, ...body }) => ({ url: at(id, '/updates'), method: 'PUT', body }),
      transformResponse: decoded('Import'),
      invalidatesTags: ['Import'],
    }),
    fetchPhotosAgain: build.mutation<Import, string>({
      query: (id) => ({ url: at(id, '/photos'), method: 'PUT', body: {} }),
      transformResponse: decoded('Import'),
      invalidatesTags: ['Import', 'Product'],
    }),
    startImport: build.mutation<Import, { id: string; asDrafts: boolean }>({
      query: ({ id, asDrafts }) => ({ url: at(id, '/started'), method: 'PUT', body: { asDrafts } }),
      transformResponse: decoded('Import'),
      invalidatesTags: ['Import', 'Product'],
    }),
    stopImport: build.mutation<Import, string>({
      query: (id) => ({ url: at(id, '/stopped'), method: 'PUT', body: {} }),
      transformResponse: decoded('Import'),
      invalidatesTags: ['Import', 'Product'],
    }),
    undoImport: build.mutation<Import, string>({
      query: (id) => ({ url: at(id, '/undone'), method: 'PUT', body: {} }),
      transformResponse: decoded('Import'),
      invalidatesTags: ['Import', 'Product'],
    }),
    deleteImport: build.mutation<Done, string>({
      query: (id) => ({ url: at(id), method: 'DELETE' }),
      transformResponse: decoded('Done'),
      invalidatesTags: (_, error) => (error ? [] : ['Import']),
    }),
  }),
})

export const {
  useImportsQuery,
  useImportQuery,
  useImportRowsQuery,
  useCheckFileMutation,
  useChangeImportRowsMutation,
  useChooseUpdatesMutation,
  useFetchPhotosAgainMutation,
  useStartImportMutation,
  useStopImportMutation,
  useUndoImportMutation,
  useDeleteImportMutation,
} = importsApi
