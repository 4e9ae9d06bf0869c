// Invitations to work in the shop, until they are accepted, revoked or over.
import { sql } from 'drizzle-orm'
import { check, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { table, timestampNow, uuidKey } from '#server/platform/db/columns.ts'
import { users } from '#server/shop/schema/users.ts'

/** One for each address. It works for seven days, while the one who invited is an admin. */
export const invitations = table(
  'invitations',
  {
    id: uuidKey(),
    email: text().notNull(),
    role: text({ enum: ['packer', 'admin'] }).notNull(),
    invitedBy: uuid()
      .notNull()
      .references(() => users.id),
    /** The SHA-256 of the key of each message that was sent: usually one, and two of a message that was sent twice. */
    keyHashes: text().array().notNull().default([]),
    createdAt: timestampNow(),
  },
  (t) => [
    check('invitations_role', sql`${t.role} in ('packer', 'admin')`),
    uniqueIndex('invitations_email').on(sql`lower(${t.email})`),
  ],
)
