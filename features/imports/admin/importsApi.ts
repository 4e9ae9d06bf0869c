import { Done } from '#contract/users.ts'
import { Import, ImportRowPage, ImportRows, ImportRowsChange, Imports } from '#features/imports/contract.ts'
import { sendFile } from '#web/admin/lib/send-file.ts'
import { featureClient } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'
import type { importCalls } from '../calls.ts'
import type { ImportState, ImportUpdates } from '../contract.ts'

const { call, decoded, encoded } = featureClient<typeof importCalls>()({
  Done,
  Import,
  ImportRowPage,
  ImportRows,
  ImportRowsChange,
  Imports,
})

type Signed = { session: { user: { token: string } | null } }

const importsApi = api.enhanceEndpoints({ addTagTypes: ['Import'] }).injectEndpoints({
  endpoints: (build) => ({
    imports: build.query({
      ...call('GET /api/imports', 'Imports'),
      providesTags: ['Import'],
      keepUnusedDataFor: 0,
    }),
    import: build.query({
      ...call('GET /api/imports/:id', 'Import', (id: string) => ({ id })),
      providesTags: ['Import'],
    }),
    /** With the state of the import, so that its rows are read anew when it has gone on. */
    importRows: build.query({
      ...call(
        'GET /api/imports/:id/rows',
        'ImportRowPage',
        ({ id, query }: { id: string; query: string; state: ImportState }) => ({ id, query }),
      ),
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
    changeImportRows: build.mutation({
      ...call('PUT /api/imports/:id/rows', 'ImportRows', ({ id, ...change }: ImportRowsChange & { id: string }) => ({
        id,
        body: encoded('ImportRowsChange', change),
      })),
      invalidatesTags: (_, error) => (error ? [] : ['Import']),
    }),
    chooseUpdates: build.mutation({
      ...call('PUT /api/imports/:id/updates', 'Import', ({ id, ...body }: ImportUpdates & { id: string }) => ({
        id,
        body,
      })),
      invalidatesTags: ['Import'],
    }),
    fetchPhotosAgain: build.mutation({
      ...call('PUT /api/imports/:id/photos', 'Import', (id: string) => ({ id, body: {} })),
      invalidatesTags: ['Import', 'Product'],
    }),
    startImport: build.mutation({
      ...call('PUT /api/imports/:id/started', 'Import', ({ id, asDrafts }: { id: string; asDrafts: boolean }) => ({
        id,
        body: { asDrafts },
      })),
      invalidatesTags: ['Import', 'Product'],
    }),
    stopImport: build.mutation({
      ...call('PUT /api/imports/:id/stopped', 'Import', (id: string) => ({ id, body: {} })),
      invalidatesTags: ['Import', 'Product'],
    }),
    undoImport: build.mutation({
      ...call('PUT /api/imports/:id/undone', 'Import', (id: string) => ({ id, body: {} })),
      invalidatesTags: ['Import', 'Product'],
    }),
    deleteImport: build.mutation({
      ...call('DELETE /api/imports/:id', 'Done', (id: string) => ({ id })),
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
