import { Download } from '#contract/admin/downloads.ts'
import { Backups } from '#features/backups/contract.ts'
import { featureClient } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'
import type { backupCalls } from '../calls.ts'

const { call } = featureClient<typeof backupCalls>()({ Backups, Download })

const backupsApi = api.injectEndpoints({
  endpoints: (build) => ({
    backups: build.query({
      ...call('GET /api/backups', 'Backups'),
      keepUnusedDataFor: 0,
    }),
    startBackup: build.mutation({ ...call('POST /api/backups', null) }),
    startPractice: build.mutation({ ...call('POST /api/backups/practice', null) }),
    openBackupDownload: build.mutation({
      ...call('POST /api/backups/:name/download', 'Download', (name: string) => ({ name })),
    }),
  }),
})

export const { useBackupsQuery, useStartBackupMutation, useStartPracticeMutation, useOpenBackupDownloadMutation } =
  backupsApi
