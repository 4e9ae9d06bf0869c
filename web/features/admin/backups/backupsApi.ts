import type { Backups } from '#contract/admin/backups.ts'
import type { Download } from '#contract/admin/downloads.ts'
import { api } from '../../../api.ts'
import { decoded } from '../wire.ts'

const backupsApi = api.injectEndpoints({
  endpoints: (build) => ({
    backups: build.query<Backups, void>({
      query: () => ({ url: '/api/backups' }),
      transformResponse: decoded('Backups'),
      keepUnusedDataFor: 0,
    }),
    startBackup: build.mutation<unknown, void>({ query: () => ({ url: '/api/backups', method: 'POST' }) }),
    startPractice: build.mutation<unknown, void>({ query: () => ({ url: '/api/backups/practice', method: 'POST' }) }),
    openBackupDownload: build.mutation<Download, string>({
      query: (name) => ({ url: `/api/backups/${name}/download`, method: 'POST' }),
      transformResponse: decoded('Download'),
    }),
  }),
})

export const { useBackupsQuery, useStartBackupMutation, useStartPracticeMutation, useOpenBackupDownloadMutation } =
  backupsApi
