import { join } from 'node:path'
import type { Env } from '../env.ts'
import { folderStore } from './folder-store.ts'
import { s3Store } from './s3-store.ts'
import type { PhotoStore, StoreLocation } from './store.ts'

/** Opens the photo store at that location. */
export const openPhotoStore = (place: StoreLocation): PhotoStore =>
  'folder' in place ? folderStore(place) : s3Store(place)

/** Location of the photo store: the S3 bucket when it is fully configured, else the folder `photos` of DATA_DIR. */
export function photoStoreLocation(env: Env): StoreLocation {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = env
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return { folder: join(env.DATA_DIR, 'photos') }
  return { endpoint, bucket, region, accessKeyId, secretAccessKey }
}
