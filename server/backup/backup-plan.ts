// How a shop is backed up, by its configuration. The plan is serializable, for a child process.
import { join } from 'node:path'
import type { Env } from '../env.ts'
import { photoStoreLocation } from '../media/open-store.ts'
import type { Bucket, StoreLocation } from '../media/store.ts'

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
}

/** A bucket for copies, and the beginning of their keys. */
export type BackupBucket = Bucket & { prefix: string }

/** The plan of a shop with a BACKUP_DIR. */
export function backupPlan(env: Env, url: string): BackupPlan | undefined {
  const { BACKUP_DIR: folder, BACKUP_RECIPIENT: recipient, BACKUP_HOUR: hour } = env
  if (!folder) return undefined
  const scratch = join(env.DATA_DIR, 'practice')
  return { url, photos: photoStoreLocation(env), folder, recipient, hour, bucket: bucketOf(env), scratch }
}

function bucketOf(env: Env): BackupBucket | undefined {
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_BUCKET: bucket, BACKUP_S3_REGION: region } = env
  const { BACKUP_S3_ACCESS_KEY_ID: accessKeyId, BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return undefined
  return { endpoint, bucket, region, accessKeyId, secretAccessKey, prefix: env.BACKUP_S3_PREFIX }
}
