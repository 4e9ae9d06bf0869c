import { z } from 'zod'
import { oneLine } from './codecs.ts'
import { LIST_FIELDS } from './messages.ts'

/** Rows on a page of an admin's list. */
export const ADMIN_PAGE_SIZE = 25

/** The page of a list that an address asks for. */
export const pageNumber = z.coerce.number(LIST_FIELDS.invalidPage).int().min(1).max(100_000).default(1)

/** What is looked for in a list; empty for all of it. */
export const keyword = oneLine.trim().max(100, LIST_FIELDS.searchTooLong).default('')

/** What every paged list answers beside its rows. `pages` is at least 1. */
export const paging = { page: z.int(), pages: z.int(), total: z.int() }
