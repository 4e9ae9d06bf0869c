// The photos of a listing, fetched from their addresses and stored, not yet on a product.
import { PHOTO_MAX_BYTES } from '#contract/admin/uploads.ts'
import { AppError } from '#server/errors.ts'
import type { Context } from '#server/platform/context.ts'
import { limitConcurrency } from '#server/platform/lib/limit-concurrency.ts'
import { fetchPublicFile } from '#server/platform/lib/public-file.ts'
import { FetchError, type FetchProblem } from '#server/platform/lib/public-request.ts'
import { type PhotoContext, storeUploads } from '#server/shop/photos/uploads.ts'
import type { MissingPhoto } from '../schema.ts'
import { fileNameOf, type PhotoFiles } from './photo-archive.ts'
import { PHOTO_PROBLEMS } from './texts.ts'

const AT_ONCE = 4
const TIMEOUT_MS = 20_000
/** A host that did not answer so often in a row is not asked again in this run. */
const MOST_FAILURES = 5
const NO_ANSWER = new Set<FetchProblem>(['unreachable', 'tooSlow'])

/** What creating the products of an import needs. */
export type ImportContext = PhotoContext & Pick<Context, 'importHosts' | 'pastRecords'>

/** Fetches photos, one run long: from the files that came with their listings, else from their addresses. */
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
      if (error instanceof FetchError && NO_ANSWER.has(error.problem)) failures.set(host, (failures.get(host) ?? 0) + 1)
      throw error
    }
  }

  /** The `Location` of the stored photo; undefined for a file that did not come along. */
  const fetchPhoto = async (url: string) => {
    const name = fileNameOf(url)
    const isAddress = /^https?:\/\//i.test(url)
    const bytes = (await files?.read(name)) ?? (isAddress ? await atAddress(url) : undefined)
    if (!bytes) return undefined
    const [photo] = await storeUploads(context, one({ name, bytes }))
    return photo?.Location
  }

  /** The stored photos by their addresses, and those that are missing. */
  return async (urls: string[]): Promise<{ stored: Map<string, string>; missing: MissingPhoto[] }> => {
    const storedPhotos = new Map<string, string>()
    const missing: MissingPhoto[] = []
    await Promise.all(
      [...new Set(urls)].map((url) =>
        limit(async () => {
          try {
            const location = await fetchPhoto(url)
            if (location) storedPhotos.set(url, location)
            else missing.push({ url, problem: PHOTO_PROBLEMS.noAddress })
          } catch (error) {
            if (error instanceof FetchError) missing.push({ url, problem: PHOTO_PROBLEMS[error.problem] })
            else if (error instanceof AppError) missing.push({ url, problem: error.message })
            else throw error
          }
        }),
      ),
    )
    return { stored: storedPhotos, missing }
  }
}

const isImage = (type: string) =>
  type === '' || /^(image\/|application\/octet-stream\b|binary\/octet-stream\b)/i.test(type)

async function* one<Item>(item: Item) {
  yield item
}

declare module '#server/platform/context.ts' {
  interface Context {
    /** Hosts whose photos imports fetch although they are not public. */
    importHosts?: string[]
  }
}
