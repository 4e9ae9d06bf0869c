import { sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, boolean, check, index, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { HOME } from '#contract/addresses.ts'
import type { KeyRight } from '#contract/api-keys.ts'
import { table, timestampNow, timestampTz, uuidKey } from '#server/platform/db/columns.ts'

/** SQL condition: the row is a user with an account, neither a guest nor deleted. */
export const isAccount = (u: Record<'deletedAt' | 'isGuest', AnyPgColumn>) =>
  sql`${u.deletedAt} is null and not ${u.isGuest}`

export const users = table(
  'users',
  {
    id: uuidKey(),
    name: text().notNull(),
    email: text().notNull(),
    /** Null for a guest, who has no account. */
    passwordHash: text(),
    /** Someone who buys without an account: one row for each checkout, found by no email address. */
    isGuest: boolean().notNull().default(false),
    /** When the user proved with a mailed code that the email address is theirs; null for an unproven address. */
    emailVerifiedAt: timestampTz(),
    isAdmin: boolean().notNull().default(false),
    isApi: boolean('is_api').notNull().default(false),
    /** Packs orders for the owner. An admin may do all of it anyway, and is no packer. */
    isPacker: boolean().notNull().default(false),
    createdAt: timestampNow(),
    deletedAt: timestampTz(),
  },
  (t) => [
    check('users_guest', sql`${t.isGuest} = (${t.passwordHash} is null)`),
    check('users_guest_roles', sql`not (${t.isGuest} and (${t.isAdmin} or ${t.isApi}))`),
    check('users_packer', sql`not (${t.isPacker} and (${t.isGuest} or ${t.isAdmin}))`),
    uniqueIndex('users_email').on(sql`lower(${t.email})`).where(isAccount(t)),
    index('users_newest').on(t.createdAt.desc(), t.id).where(isAccount(t)),
    index('users_named').on(sql`lower(${t.name})`, t.id).where(isAccount(t)),
    index('users_guests').on(sql`lower(${t.email})`).where(sql`${t.isGuest} and ${t.deletedAt} is null`),
    index('users_search').using('gin', sql`lower(${t.name} || ' ' || ${t.email}) gin_trgm_ops`),
  ],
)

/** Sessions. The table has only the SHA-256 of a bearer token. */
export const sessions = table(
  'sessions',
  {
    tokenHash: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: timestampNow(),
    lastUsedAt: timestampNow(),
    /** What signed in, such as Chrome on Android. Empty when it is not known. */
    device: text().notNull().default(''),
    /** Whether an admin or a packer stays signed in on it for 30 days. */
    isTrusted: boolean().notNull().default(false),
    /** The unpaid order that this session viewed last: the default order of `processSquare`. */
    orderId: uuid(),
    /** Of a session that an order link opened: its order. It reads and pays that order, and nothing else. */
    onlyOrderId: uuid(),
  },
  (t) => [index('sessions_user').on(t.userId)],
)

/** API keys of users. The table has only the SHA-256 of a key. */
export const apiKeys = table(
  'api_keys',
  {
    id: uuidKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    /** The first characters of the key, by which its owner recognizes it. */
    prefix: text().notNull(),
    keyHash: text().notNull().unique(),
    /** What a key of before there were rights may do; nothing for others. */
    scopes: text({ enum: ['read', 'catalog', 'orders'] })
      .array()
      .notNull()
      .default(['read', 'catalog', 'orders']),
    /** Null for a key of before there were rights. */
    rights: text().array().$type<KeyRight>(),
    createdAt: timestampNow(),
    expiresAt: timestampTz().notNull().default(sql`now() + interval '1 year'`),
    lastUsedAt: timestampTz(),
  },
  (t) => [index('api_keys_user').on(t.userId)],
)

/**
 * Tokens that were mailed to a user and are valid for minutes: of password reset links, and codes that prove an email
 * address. The table has only the hash of a token.
 */
export const mailedTokens = table(
  'mailed_tokens',
  {
    tokenHash: text().primaryKey(),
    purpose: text({ enum: ['reset', 'claim'] }).notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** Its message in the outbox. A message that was sent twice has two valid tokens. */
    messageId: bigint({ mode: 'number' }).notNull(),
    /** How many wrong codes the user has entered since. */
    wrongTries: smallint().notNull().default(0),
    createdAt: timestampNow(),
  },
  (t) => [
    index('mailed_tokens_user').on(t.userId),
    check('mailed_tokens_purpose', sql`${t.purpose} in ('reset', 'claim')`),
  ],
)

/** The address books of users. */
export const savedAddresses = table(
  'saved_addresses',
  {
    id: uuidKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Empty: the user. */
    recipient: text().notNull(),
    address: text().notNull(),
    /** Apartment, suite or company. */
    address2: text().notNull(),
    city: text().notNull(),
    state: text().notNull(),
    postalCode: text().notNull(),
    countryCode: text().notNull().default(HOME),
    /** Empty in the USA. */
    phone: text().notNull().default(''),
    /** When it was saved last, as each checkout that uses it does. */
    usedAt: timestampNow(),
  },
  (t) => [
    uniqueIndex('saved_addresses_address').on(
      ...[t.userId, t.recipient, t.address, t.address2, t.city, t.state, t.postalCode, t.countryCode],
    ),
  ],
)

/**
 * Keys of the links that make somebody an admin. The table has only their SHA-256. Those of a start work while there is
 * no admin; those of the owner's command (`isForMore`) for a day, whoever is an admin.
 */
export const adminLinks = table('admin_links', {
  keyHash: text().primaryKey(),
  isForMore: boolean().notNull().default(false),
  createdAt: timestampNow(),
})
