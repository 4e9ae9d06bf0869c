import { sql } from 'drizzle-orm'
import { bigint, snakeCase, timestamp, uuid } from 'drizzle-orm/pg-core'

/** A table whose columns are called in snake_case what their fields are called in camelCase. */
export const { table } = snakeCase

/** A moment, with its time zone. */
export const timestampTz = () => timestamp({ withTimezone: true })

/** The moment at which the row was written. */
export const timestampNow = () => timestampTz().notNull().defaultNow()

/** An id that sorts by its time (UUIDv7). */
export const uuidKey = () => uuid().primaryKey().default(sql`uuidv7()`)

/** A running number, for rows that are only ever added. */
export const identityKey = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
