import type { Database } from './db/client.ts'
import type { PhotoStore } from './media/store.ts'

/**
 * The dependencies of the application: a function takes those that it needs. A domain or a feature that has one of its
 * own declares it here, as plug-ins of Fastify do.
 */
export interface Context {
  db: Database
  shopUrl: string
  photos: PhotoStore
  /** The most bytes that all photos together may take. */
  photosQuota: number
  rateLimits: boolean
}
