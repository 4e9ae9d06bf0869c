import { notFound } from '../errors.ts'
import { NOT_FOUND } from '../texts/requests.ts'

/** The page number, the number of pages and the total of a list. Throws not_found for a page past the end. */
export function pageInfo(pageNumber: number, total: number, size: number) {
  const pages = Math.max(1, Math.ceil(total / size))
  if (pageNumber > pages) throw notFound(NOT_FOUND.page)
  return { page: pageNumber, pages, total }
}
