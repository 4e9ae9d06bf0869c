import { join } from 'node:path'
import type { Env } from '../env.ts'
import { folderStore } from './folder-store.ts'
import { bucketStore } from './s3-store.ts'
import type { PhotoPlace, PhotoStore } from './store.ts'

/** The store at that place. */
export const openPhotos = (place: PhotoPlace): PhotoStore =>
  'folder' in place ? folderStore(place) : bucketStore(place)

/** Where the configuration wants photographs to be: in the bucket it names, else in a folder of DATA_DIR. */
export function placeOfPhotos(env: Env): PhotoPlace {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = env
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return { folder: join(env.DATA_DIR, 'photos') }
  return { endpoint, bucket, region, accessKeyId, secretAccessKey }
}
