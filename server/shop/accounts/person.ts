// Whose data a file or a deletion is about, and what features hold about people.
import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/platform/db/client.ts'

/** A person: their rows of `users`, and the email address whose requests are theirs; null when it is not proven. */
export type Person = { ids: string[]; email: string | null }

export type DataRow = Record<string, unknown>

/** A table with rows about a person: how they are read, and why some of its columns are left out of the file. */
type HeldData = {
  read(tx: Db, person: Person): Promise<DataRow[]>
  leftOut?: Record<string, string>
  /** The heading of the table in the file; that of a table of the shop stands with the file's texts. */
  title?: string
  /** Whether its rows are shown with their order in the file; those of the shop are listed there. */
  isOfOrder?: true
}

type NameOf<Export> = Export extends PgTable<infer Config> ? Config['name'] : never
type TableName<Schema> = { [Export in keyof Schema]: NameOf<Schema[Export]> }[keyof Schema]

/** What each table of a schema holds about a person, or why nothing of it is in a person's file. */
export type Register<Schema> = Record<TableName<Schema>, HeldData | { reason: string }>

export type PersonHooks = {
  /** All tables of the feature. */
  tables: Record<string, HeldData | { reason: string }>
  /** SQL: the number of rows under an email address. */
  rowsUnder?(address: string): SQL<number>
  /** The number of a person's wishes, which end when the person is erased. */
  countWishes?(db: Db, person: Person): Promise<number>
  /** SQL: the ids of what the feature's messages in the outbox are about, as text, by the field of their data. */
  mailed?(person: Person): { field: 'requestId' | 'subscriberId'; ids: SQL }
  /** Erases what the feature holds about a person. */
  erase?(tx: Db, person: Person): Promise<void>
  /** Erases what visitors of the demo left behind. */
  eraseAll?(tx: Db): Promise<unknown>
}

/** What features hold about people. app/server/features.ts fills the list while the program loads. */
export const personHooks: PersonHooks[] = []
