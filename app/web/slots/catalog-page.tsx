import type { ReactNode } from 'react'
import type { PageSubject } from '#app/web/seo/structured-data.ts'
import type { PublicData } from '#contract/rendering.ts'
import type { ListParams } from '#web/shop/catalog/listings.ts'
import { NotFound } from '#web/shop/layout/NotFound.tsx'

/**
 * A page of the catalog. With a status of 301 or 308 it is a redirect to `location`; where no scripts run it loads anew
 * every `refreshSeconds`. `head` has further tags of the document's head.
 */
export type CatalogPage = {
  status: number
  content: ReactNode
  subject: PageSubject
  head?: ReactNode
  location?: string
  refreshSeconds?: number
}

/** What a feature adds to a page of others: content, and tags of its head. */
export type PagePart = { content: ReactNode; head?: ReactNode } | null

export type Params = ListParams & { id?: string; slug?: string }
export type Load = (params: Params, search: string, data: PublicData) => Promise<CatalogPage>
export type CatalogRoute = { pattern: RegExp; load: Load; isShared: boolean }

/** A page of this content. */
export const page = (content: ReactNode, subject: PageSubject = {}, status = 200): CatalogPage => ({
  status,
  content,
  subject,
})

/** The page of a path that no page has. */
export const notFoundPage = page(<NotFound />, {}, 404)

/** The path of a catalog page, with any letter case and a slash at its end. */
export const route = (pattern: string, load: Load, isShared = false): CatalogRoute => ({
  pattern: new RegExp(`^${pattern}/?$`, 'i'),
  load,
  isShared,
})

/** Null for what does not exist, or cannot exist; throws every other error. */
export function nullIfMissing(error: unknown) {
  const { status } = error as { status?: number }
  if (status === 400 || status === 404) return null
  throw error
}
