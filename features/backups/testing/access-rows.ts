import { onTestFinished } from 'vitest'
import { type AccessRows, row } from '#server/testing/access-rows.ts'
import { alone } from '../server/backup-lock.ts'
import type { backups } from '../server/feature.ts'

export const accessRows: AccessRows<(typeof backups)['calls']> = {
  rows: {
    'GET /api/backups': {},
    // Nobody makes a second one meanwhile.
    'POST /api/backups': row({ status: 409, make: ({ url }) => backupUnderWay(url) }),
    'POST /api/backups/practice': { status: 409 },
    'POST /api/backups/:name/download': {
      status: 404,
      call: () => ({ url: '/api/backups/boutique-20261123T033000Z.tar/download' }),
    },
    'GET /api/backups/:name/file': {
      status: 404,
      call: () => ({
        url: `/api/backups/boutique-20261123T033000Z.tar/file?until=4102444800000&key=${'a'.repeat(43)}`,
      }),
    },
  },
}

/** Holds the lock of a backup until the end of the test. */
const backupUnderWay = (url: string) =>
  new Promise<void>((begun) => {
    const end = Promise.withResolvers<void>()
    const work = alone(url, 'backup', () => {
      begun()
      return end.promise
    })
    // Held for an earlier caller already.
    void work.then(() => begun())
    onTestFinished(async () => {
      end.resolve()
      await work
    })
  })
