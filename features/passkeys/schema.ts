// Passkeys, and the challenges that they answer.
import { sql } from 'drizzle-orm'
import { bigint, check, index, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, table, timestampNow, timestampTz, uuidKey } from '#server/platform/db/columns.ts'
import { users } from '#server/shop/schema/users.ts'

/** Passkeys of admins and packers: public keys, which open nothing by themselves. */
export const passkeys = table(
  'passkeys',
  {
    id: uuidKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** By which the authenticator names it, as base64url. */
    credentialId: text().notNull().unique(),
    publicKey: bytea().notNull(),
    /** How often it has signed, as the authenticator counts; 0 for one that does not count. */
    counter: bigint({ mode: 'number' }).notNull().default(0),
    /** How a browser reaches it, such as `internal`. */
    transports: text().array().notNull().default([]),
    name: text().notNull(),
    createdAt: timestampNow(),
    lastUsedAt: timestampTz(),
  },
  (t) => [index('passkeys_user').on(t.userId)],
)

/** Challenges, each of which is answered once within five minutes. One to add a passkey is its user's. */
export const passkeyChallenges = table(
  'passkey_challenges',
  {
    challenge: text().primaryKey(),
    purpose: text({ enum: ['add', 'sign_in'] }).notNull(),
    userId: uuid().references(() => users.id),
    createdAt: timestampNow(),
  },
  (t) => [
    check('passkey_challenges_purpose', sql`${t.purpose} in ('add', 'sign_in')`),
    check('passkey_challenges_user', sql`(${t.purpose} = 'add') = (${t.userId} is not null)`),
    index('passkey_challenges_age').on(t.createdAt),
  ],
)
