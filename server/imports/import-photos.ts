// The photos of a listing, fetched from their addresses and stored, not yet on a product.
import { PHOTO_MAX_BYTES } from '#contract/admin/uploads.ts'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { limitConcurrency } from '../lib/limit-concurrency.ts'
import { FetchError, fetchPublicFile } from '../lib/public-file.ts'
import { type PhotoContext, storeUploads } from '../media/uploads.ts'
import { IMPORT_NOTES, PHOTO_PROBLEMS } from '../texts/imports.ts'
import type { Listing } from './listing.ts'
import { fileNameOf, type PhotoFiles } from './photo-archive.ts'

const AT_ONCE = 4
const TIMEOUT_MS = 20_000
/** A host that failed so often in a row is not asked again in this run. */
const MOST_FAILURES = 5

/** What creating the products of an import needs. */
export type ImportContext = PhotoContext & Pick<Context, 'importHosts'>

/** Fetches the photos of listings, one run long: from the files that came with them, else from their addresses. */
export function openPhotoFetcher(context: ImportContext, files: PhotoFiles | undefined) {
  const failures = new Map<string, number>()
  const limit = limitConcurrency(AT_ONCE, Number.POSITIVE_INFINITY)

  /** The photo at an address. Throws a FetchError. */
  const atAddress = async (url: string) => {
    const host = URL.parse(url)?.host ?? ''
    if ((failures.get(host) ?? 0) >= MOST_FAILURES) throw new FetchError('unreachable')
    try {
      const bytes = await fetchPublicFile(url, {
        ...{ maxBytes: PHOTO_MAX_BYTES, timeoutMs: TIMEOUT_MS, isWanted: isImage },
        ...(context.importHosts && { allowed: context.importHosts }),
      })
      failures.delete(host)
      return bytes
    } catch (error) {
      failures.set(host, (failures.get(host) ?? 0) + 1)
      throw error
    }
  }

  /** The `Location` of the stored photo; undefined for a file that did not come along. */
  const fetched = async (url: string) => {
    const name = fileNameOf(url)
    const isAddress = /^https?:\/\//i.test(url)
    const bytes = (await files?.read(name)) ?? (isAddress ? await atAddress(url) : undefined)
    if (!bytes) return undefined
    const [photo] = await storeUploads(context, one({ name, bytes }))
    return photo?.Location
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
          try {
            const location = await fetched(url)
            if (location) stored.set(url, location)
            else missing(PHOTO_PROBLEMS.noAddress)
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
