import { z } from 'zod'
import { oneLine } from './codecs.ts'
import { LIST_FIELDS } from './messages.ts'

/** Rows on a page of an admin's list. */
export const ADMIN_PAGE_SIZE = 25

/** The most rows of a list that one call of an admin changes. */
export const BULK_MAX = 200

/** The page of a list that an address asks for. */
export const pageNumber = z.coerce.number(LIST_FIELDS.invalidPage).int().min(1).max(100_000).default(1)

/** How far the page that a link leads to may be from the one that it stands on, to be found from there. */
export const NEAR_PAGES = 10

/** The part of a text that is searched: its first 100 characters, without blanks around them. */
export const searchedPart = (text: string) => [...text.trim()].slice(0, 100).join('').trimEnd()

/** Search keyword of a list, cut after 100 characters; empty for no search. */
export const keyword = oneLine.overwrite(searchedPart).default('')

/** Pagination fields of every list response. `pages` is at least 1. */
export const paging = { page: z.int(), pages: z.int(), total: z.int() }
