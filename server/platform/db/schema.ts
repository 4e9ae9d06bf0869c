import { text } from 'drizzle-orm/pg-core'
import { table } from './columns.ts'

/** Random secrets that all processes of the shop share, created on first use. */
export const secrets = table('secrets', { name: text().primaryKey(), value: text().notNull() })
