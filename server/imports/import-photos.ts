// The photos of a listing, fetched from their addresses and stored, not yet on a product.
import { PHOTO_MAX_BYTES } from '#contract/admin/uploads.ts'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { limitConcurrency } from '../lib/limit-concurrency.ts'
import { FetchError, fetchPublicFile } from '../lib/public-file.ts'
import { storeUploads } from '../media/uploads.ts'
import { IMPORT_NOTES, PHOTO_PROBLEMS } from '../texts/imports.ts'
import type { Listing } from './listing.ts'

const AT_ONCE = 4
const TIMEOUT_MS = 20_000
/** A host that failed so often in a row is not asked again in this run. */
const MOST_FAILURES = 5

type PhotoContext = Pick<Context, 'db' | 'photos' | 'photosQuota' | 'importHosts'>

/** Fetches the photos of listings, one run long. */
export function openPhotoFetcher(context: PhotoContext) {
  const failures = new Map<string, number>()
  const limit = limitConcurrency(AT_ONCE, Number.POSITIVE_INFINITY)

  /** The `Location` of the stored photo at an address. Throws a FetchError, or what `storeUploads` throws. */
  const fetched = async (url: string) => {
    const host = URL.parse(url)?.host ?? ''
    if ((failures.get(host) ?? 0) >= MOST_FAILURES) throw new FetchError('unreachable')
    try {
      const bytes = await fetchPublicFile(url, {
        ...{ maxBytes: PHOTO_MAX_BYTES, timeoutMs: TIMEOUT_MS, isWanted: isImage },
        ...(context.importHosts && { allowed: context.importHosts }),
      })
      failures.delete(host)
      const [photo] = await storeUploads(context, one({ name: host, bytes }))
      return photo?.Location
    } catch (error) {
      if (error instanceof FetchError) failures.set(host, (failures.get(host) ?? 0) + 1)
      throw error
    }
  }

  /** The stored photos of a listing by their addresses, and a note on those that are missing. */
  return async ({ photos }: Listing): Promise<{ stored: Map<string, string>; note?: string }> => {
    const stored = new Map<string, string>()
    const problems = new Map<string, number>()
    const missing = (sentence: string) => void problems.set(sentence, (problems.get(sentence) ?? 0) + 1)
    const urls = [...new Set(photos.map(({ url }) => url))]
    await Promise.all(
      urls.map((url) =>
        limit(async () => {
          if (!/^https?:\/\//i.test(url)) return missing(PHOTO_PROBLEMS.noAddress)
          try {
            const location = await fetched(url)
            if (location) stored.set(url, location)
          } catch (error) {
            if (error instanceof FetchError) missing(PHOTO_PROBLEMS[error.problem])
            else if (error instanceof AppError) missing(error.message)
            else throw error
          }
        }),
      ),
    )
    const lines = [...problems].toSorted().map(([sentence, count]) => IMPORT_NOTES.photosMissing(count, sentence))
    return { stored, ...(lines.length > 0 && { note: lines.join(' ').slice(0, 500) }) }
  }
}

const isImage = (type: string) =>
  type === '' || /^(image\/|application\/octet-stream\b|binary\/octet-stream\b)/i.test(type)

async function* one<Item>(item: Item) {
  yield item
}
