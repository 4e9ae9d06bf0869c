import { sql } from 'drizzle-orm'
import { bigint, customType, snakeCase, timestamp, uuid } from 'drizzle-orm/pg-core'

/** A table whose columns are called in snake_case what their fields are called in camelCase. */
export const { table } = snakeCase

/** A timestamp with time zone. */
export const timestampTz = () => timestamp({ withTimezone: true })

/** The time at which the row was inserted. */
export const timestampNow = () => timestampTz().notNull().defaultNow()

/** A primary key that sorts by time (UUIDv7). */
export const uuidKey = () => uuid().primaryKey().default(sql`uuidv7()`)

/** A primary key from a sequence, for rows that are only added. */
export const identityKey = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Text that sorts by its bytes, so that an index finds what begins alike. */
export const bytewiseText = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
