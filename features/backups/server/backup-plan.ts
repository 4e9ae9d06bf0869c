// How a shop is backed up, by its configuration. The plan is serializable, for a child process.
import { join } from 'node:path'
import type { Env } from '#server/env.ts'
import { photoStoreLocation } from '#server/env.ts'
import type { Bucket, StoreLocation } from '#server/platform/media/store.ts'

export type BackupPlan = {
  /** The database of the shop. */
  url: string
  photos: StoreLocation
  folder: string
  recipient: string | undefined
  /** The hour of the shop's day from which the daily backup is made. */
  hour: number
  /** Where backups are copied to, if anywhere. */
  bucket: BackupBucket | undefined
  /** Where a practice restores to. */
  scratch: string
  /** Whether the folder has one backup at most, which is downloaded and soon deleted. */
  isForDownload: boolean
}

/** A bucket for copies, and the beginning of their keys. */
export type BackupBucket = Bucket & { prefix: string }

/** The plan of a shop with a BACKUP_DIR. */
export function backupPlan(env: Env, url: string): BackupPlan | undefined {
  const { BACKUP_DIR: folder } = env
  return folder ? { ...planOf(env, url), folder, bucket: bucketOf(env), isForDownload: false } : undefined
}

/** The plan of a backup that an admin asks for and downloads, in a shop without a BACKUP_DIR. */
export const downloadPlan = (env: Env, url: string): BackupPlan => ({
  ...planOf(env, url),
  folder: join(env.DATA_DIR, 'backup-to-download'),
  bucket: undefined,
  isForDownload: true,
})

const planOf = (env: Env, url: string) => ({
  url,
  photos: photoStoreLocation(env),
  recipient: env.BACKUP_RECIPIENT,
  hour: env.BACKUP_HOUR,
  scratch: join(env.DATA_DIR, 'practice'),
})

function bucketOf(env: Env): BackupBucket | undefined {
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_BUCKET: bucket, BACKUP_S3_REGION: region } = env
  const { BACKUP_S3_ACCESS_KEY_ID: accessKeyId, BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return undefined
  return { endpoint, bucket, region, accessKeyId, secretAccessKey, prefix: env.BACKUP_S3_PREFIX }
}

declare module '#server/platform/context.ts' {
  interface Context {
    /** How the shop is backed up, unless that is not configured. */
    backups?: BackupPlan | undefined
    /** How a backup is made to be downloaded when the shop has no folder for backups. */
    backupDownload: BackupPlan
  }
}
