import { z } from 'zod'
import { Download, DownloadTicket } from '#contract/admin/downloads.ts'
import { defineCalls, fileOf } from '#contract/calls/define-calls.ts'
import { BackupKey, Backups } from './contract.ts'

export const backupCalls = defineCalls({
  'GET /api/backups': {
    access: 'admin',
    id: 'getBackups',
    summary: 'List the backups, and what is going on',
    answer: Backups,
  },
  'POST /api/backups': {
    access: 'recent admin',
    id: 'makeBackup',
    summary: 'Make a backup now',
    status: 202,
    answer: z.null(),
  },
  'POST /api/backups/practice': {
    access: 'recent admin',
    id: 'practiceRestore',
    summary: 'Practice to restore the newest backup',
    status: 202,
    answer: z.null(),
  },
  'POST /api/backups/:name/download': {
    access: 'recent admin',
    id: 'openBackupDownload',
    summary: 'Get the address of a download',
    params: BackupKey,
    status: 201,
    answer: Download,
  },
  // The address is good for a minute, and signed for an admin who signed in lately.
  'GET /api/backups/:name/file': {
    access: 'anyone',
    id: 'downloadBackup',
    summary: 'Download a backup',
    params: BackupKey,
    query: DownloadTicket,
    answer: fileOf('application/octet-stream'),
  },
})
