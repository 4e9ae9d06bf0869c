// The data model. Money is integer cents. Constraints here and triggers in migrations/*_rules enforce the invariants,
// whatever the code does. The tables of orders are in order-schema.ts, those of payments in
// payment-schema.ts.
import { type SQLWrapper, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  char,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { HOME } from '#contract/addresses.ts'
import { AUDIT_KINDS } from '#contract/admin/audit-log.ts'
import type { Fees } from '#contract/admin/fees.ts'
import type { Look } from '#contract/admin/look.ts'
import type { TimeOff } from '#contract/admin/settings.ts'
import type { ShippingPlan } from '#contract/admin/shipping-plan.ts'
import type { TaxPlan } from '#contract/admin/tax-plan.ts'
import { KEY_SCOPES, type KeyScope } from '#contract/api-keys.ts'
import type { ShownLine } from '#contract/drops.ts'
import type { LookPhoto } from '#contract/look.ts'
import type { Focus } from '#contract/products.ts'
import type { Question } from '#contract/questions.ts'
import type { ShipDays } from '#contract/shop-info.ts'
import { identityKey, table, timestampNow, timestampTz, uuidKey } from './columns.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
/** Text that sorts by its bytes, so that an index finds what begins alike. */
const bytewiseText = customType<{ data: string }>({ dataType: () => 'text collate "C"' })
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

// --- users

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
    createdAt: timestampNow(),
    deletedAt: timestampTz(),
  },
  (t) => [
    check('users_guest', sql`${t.isGuest} = (${t.passwordHash} is null)`),
    check('users_guest_roles', sql`not (${t.isGuest} and (${t.isAdmin} or ${t.isApi}))`),
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
    scopes: text()
      .array()
      .$type<KeyScope>()
      .notNull()
      .default([...KEY_SCOPES]),
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

// --- catalog

export const categories = table('categories', {
  name: text().primaryKey(),
  /** The name on screen, as the seller typed it. The API identifies a category by `name`. */
  label: text().notNull(),
  position: integer().notNull(),
})

export const products = table(
  'products',
  {
    id: uuidKey(),
    sku: text().notNull(),
    name: text().notNull(),
    priceCents: integer().notNull(),
    qty: integer().notNull(),
    description: text().notNull().default(''),
    category: text()
      .notNull()
      .references(() => categories.name, { onUpdate: 'cascade' }),
    color: text().notNull().default(''),
    materials: text().notNull().default(''),
    size: text().notNull().default(''),
    weight: text().notNull().default(''),
    care: text().notNull().default(''),
    /** Its number in a series, such as "3 of 20". */
    edition: text().notNull().default(''),
    slug: text().notNull(),
    featured: boolean().notNull().default(false),
    /** One of a kind: the stock is 0 or 1. */
    oneOfAKind: boolean().notNull().default(false),
    /** Not saved yet with a name, a price and a category, so on no public page. */
    draft: boolean().notNull().default(false),
    /** Of a choice: the product that comes in choices. A choice is a row of its own, with its stock, price and SKU. */
    parentId: uuid().references((): AnyPgColumn => products.id),
    /** What the choices of this product differ in, such as Size and Wood; null for a product without choices. */
    axes: text().array(),
    /** Of a choice: its value on each axis. */
    choice: text().array(),
    /** Of a choice: its place among the choices. */
    position: integer(),
    /** Of a choice: the photo of its product that shows it. */
    photoId: uuid().references((): AnyPgColumn => images.id, { onDelete: 'set null' }),
    /** Made to order: the business days until it ships. Null: ready to ship, or for a choice as its product. */
    makeDaysMin: smallint(),
    makeDaysMax: smallint(),
    /** The weight of one unit; null when nobody has weighed it, or for a choice as its product. */
    grams: integer(),
    /** For customs: the number of the goods in the Harmonized System, and what they are called there. */
    hsCode: text(),
    customsName: text(),
    originCountry: text(),
    /** What the buyer is asked, such as a name to engrave. */
    asks: jsonb().$type<Question[]>(),
    /** The drop that it is sold in. */
    dropId: uuid().references((): AnyPgColumn => drops.id, { onDelete: 'set null' }),
    createdAt: timestampNow(),
    updatedAt: timestampNow(),
    deletedAt: timestampTz(),
    /** Names, values and SKUs of the choices, written by a trigger. */
    choicesSearch: tsvector(),
    search: tsvector().generatedAlwaysAs(
      sql`setweight(to_tsvector('english', name), 'A') || setweight(to_tsvector('simple', sku), 'B') || setweight(to_tsvector('english', category || ' ' || color), 'C') || setweight(to_tsvector('english', regexp_replace(description, '<[^>]*>', ' ', 'g') || ' ' || materials), 'D')`,
    ),
  },
  (t) => [
    check('products_qty', sql`${t.qty} >= 0`),
    check('products_one_of_a_kind', sql`not ${t.oneOfAKind} or ${t.qty} <= 1`),
    check('products_price', sql`${t.priceCents} >= 0`),
    // A product that comes in choices is never sold itself.
    check(
      'products_axes',
      sql`${t.axes} is null or (cardinality(${t.axes}) between 1 and 3 and ${t.parentId} is null and ${t.qty} = 0 and not ${t.oneOfAKind})`,
    ),
    check(
      'products_choice',
      sql`(${t.parentId} is null) = (${t.choice} is null) and (${t.parentId} is null) = (${t.position} is null)
        and (${t.parentId} is null or not (${t.featured} or ${t.oneOfAKind} or ${t.description} <> '' or ${t.asks} is not null))`,
    ),
    check(
      'products_make_days',
      sql`(${t.makeDaysMin} is null) = (${t.makeDaysMax} is null) and ${t.makeDaysMin} >= 1 and ${t.makeDaysMax} between ${t.makeDaysMin} and 365`,
    ),
    check('products_grams', sql`${t.grams} between 1 and 50000`),
    check('products_customs', sql`${t.hsCode} ~ '^[0-9]{6,10}$' and char_length(${t.customsName}) between 1 and 60`),
    check('products_asks', sql`jsonb_array_length(${t.asks}) between 1 and 5`),
    // A place in line is for one piece, which is a row with stock of its own.
    check('products_drop', sql`${t.dropId} is null or (${t.axes} is null and ${t.parentId} is null)`),
    uniqueIndex('products_slug').on(t.slug).where(sql`${t.deletedAt} is null`),
    index('products_newest')
      .on(t.createdAt.desc(), t.id)
      .where(sql`${t.deletedAt} is null and not ${t.draft} and ${t.parentId} is null`),
    index('products_category')
      .on(t.category, t.createdAt.desc(), t.id)
      .where(sql`${t.deletedAt} is null and not ${t.draft} and ${t.parentId} is null`),
    index('products_featured')
      .on(t.createdAt.desc())
      .where(sql`${t.featured} and ${t.deletedAt} is null and ${t.parentId} is null`),
    index('products_name_words').using('gin', sql`to_tsvector('english', ${t.name})`).where(sql`${t.parentId} is null`),
    index('products_search').using('gin', t.search).where(sql`${t.parentId} is null`),
    index('products_search_stock').using('gin', t.search).where(sql`${t.parentId} is not null`),
    index('products_name_trgm').using('gin', sql`lower(${t.name}) gin_trgm_ops`),
    // For admin lists, including drafts.
    index('products_listed').on(t.createdAt.desc(), t.id).where(sql`${t.deletedAt} is null and ${t.parentId} is null`),
    index('products_named')
      .on(sql`lower(${t.name})`, t.id)
      .where(sql`${t.deletedAt} is null and ${t.parentId} is null`),
    index('products_priced').on(t.priceCents, t.id).where(sql`${t.deletedAt} is null and ${t.parentId} is null`),
    index('products_by_sku')
      .on(sql`lower(${t.sku})`, t.id)
      .where(sql`${t.deletedAt} is null and ${t.parentId} is null`),
    index('products_filed')
      .on(t.category, t.createdAt.desc(), t.id)
      .where(sql`${t.deletedAt} is null and ${t.parentId} is null`),
    index('products_drafts')
      .on(t.createdAt.desc(), t.id)
      .where(sql`${t.draft} and ${t.deletedAt} is null and ${t.parentId} is null`),
    // Includes what lists and counts of stock ask for, so that they are read from the index alone.
    index('products_by_stock')
      .on(t.qty, t.id, t.draft, t.oneOfAKind, t.createdAt)
      .where(sql`${t.deletedAt} is null and ${t.axes} is null`),
    index('products_choices').on(t.parentId, t.position).where(sql`${t.parentId} is not null`),
    index('products_choices_search').using('gin', t.choicesSearch).where(sql`${t.axes} is not null`),
    index('products_photo').on(t.photoId).where(sql`${t.photoId} is not null`),
    index('products_drop').on(t.dropId).where(sql`${t.dropId} is not null`),
  ],
)

/**
 * The words of products, once each, for the search: as its indexes have them, and as names spell them, against which a
 * typing error is compared. Triggers of `products` add words when a transaction
 * commits; one that no product has any more stays, and finds nothing.
 */
export const productWords = table(
  'product_words',
  {
    kind: text({ enum: ['indexed', 'spelled'] }).notNull(),
    word: bytewiseText().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.word] }),
    check('product_words_kind', sql`${t.kind} in ('indexed', 'spelled')`),
    // Without a list of pending entries, which every search would read.
    index('product_words_spelled')
      .using('gin', sql`${t.word} gin_trgm_ops`)
      .with({ fastupdate: false })
      .where(sql`${t.kind} = 'spelled'`),
  ],
)

/**
 * Drops: pieces that appear at a set time. `planned` until then, `line` while those who wait are admitted, then `over`.
 * server/drops/ has the rules.
 */
export const drops = table(
  'drops',
  {
    id: uuidKey(),
    name: text().notNull(),
    slug: text().notNull(),
    text: text().notNull().default(''),
    startsAt: timestampTz().notNull(),
    state: text({ enum: ['planned', 'line', 'over', 'canceled'] })
      .notNull()
      .default('planned'),
    /** How long an admission lasts. */
    minutes: smallint().notNull(),
    /** Whether the home page and the sitemap name it. */
    announced: boolean().notNull().default(true),
    /** Decides the order of those who wait at the start. Public from then on; before, only its hash is. */
    secret: text().notNull(),
    /** How many tickets have been given; they are numbered from 1. */
    tickets: integer().notNull().default(0),
    /** How many there were at the start. Their places are drawn; later ones are behind, in their order. */
    drawn: integer(),
    /** Places up to this one have been admitted. */
    admitted: integer().notNull().default(0),
    /** What browsers are told of the line, at most a second old. */
    shown: jsonb().$type<ShownLine>().notNull(),
    /** Since when nobody can be admitted any more. */
    idleSince: timestampTz(),
    createdAt: timestampNow(),
  },
  (t) => [
    uniqueIndex('drops_slug').on(t.slug),
    index('drops_due').on(t.startsAt).where(sql`${t.state} in ('planned', 'line')`),
    check('drops_state', sql`${t.state} in ('planned', 'line', 'over', 'canceled')`),
    check('drops_minutes', sql`${t.minutes} between 2 and 60`),
    check('drops_counts', sql`${t.admitted} between 0 and ${t.tickets} and ${t.drawn} between 0 and ${t.tickets}`),
    check('drops_drawn', sql`${t.state} <> 'line' or ${t.drawn} is not null`),
  ],
)

/** What a piece costs the seller, for all choices of a product alike. A table of its own, which only admins' reads join. */
export const productCosts = table(
  'product_costs',
  {
    productId: uuid()
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    materialCents: integer().notNull(),
    packagingCents: integer().notNull(),
    postageCents: integer().notNull(),
    /** Null: not counted. */
    minutes: integer(),
  },
  (t) => [
    check(
      'product_costs_figures',
      sql`least(${t.materialCents}, ${t.packagingCents}, ${t.postageCents}, ${t.minutes} - 1) >= 0`,
    ),
  ],
)

/** Former slugs of products, recorded by a trigger; their URLs redirect. */
export const productSlugs = table(
  'product_slugs',
  {
    slug: text().primaryKey(),
    productId: uuid()
      .notNull()
      .references(() => products.id),
  },
  (t) => [index('product_slugs_product').on(t.productId)],
)

/** Groups of products that the seller puts together. A product has one category and may be in several collections. */
export const collections = table(
  'collections',
  {
    id: uuidKey(),
    name: text().notNull(),
    slug: text().notNull(),
    text: text().notNull().default(''),
    /** Null: a photo of its first product. */
    photo: jsonb().$type<LookPhoto>(),
    /** Hidden from visitors. */
    hidden: boolean().notNull().default(false),
    position: integer().notNull(),
  },
  (t) => [uniqueIndex('collections_name').on(sql`lower(${t.name})`), uniqueIndex('collections_slug').on(t.slug)],
)

/** The products of the collections, with their order. */
export const collectionProducts = table(
  'collection_products',
  {
    collectionId: uuid()
      .notNull()
      .references(() => collections.id, { onDelete: 'cascade' }),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.collectionId, t.productId] }), index('collection_products_product').on(t.productId)],
)

/** Former slugs of collections, recorded by a trigger; their URLs redirect. */
export const collectionSlugs = table('collection_slugs', {
  slug: text().primaryKey(),
  collectionId: uuid()
    .notNull()
    .references(() => collections.id, { onDelete: 'cascade' }),
})

/**
 * Text pages, such as About or Returns, in Markdown. `title` and `body` are what visitors read once it is published;
 * the draft is what admins edit.
 */
export const pages = table(
  'pages',
  {
    slug: text().primaryKey(),
    title: text().notNull().default(''),
    body: text().notNull().default(''),
    draftTitle: text().notNull(),
    draftBody: text().notNull(),
    /** Null while visitors cannot read it. */
    publishedAt: timestampTz(),
    place: text({ enum: ['footer', 'header', 'none'] })
      .notNull()
      .default('footer'),
    position: integer().notNull(),
    updatedAt: timestampNow(),
  },
  (t) => [
    check('pages_place', sql`${t.place} in ('footer', 'header', 'none')`),
    check('pages_published', sql`${t.publishedAt} is null or ${t.title} <> ''`),
  ],
)

/** Photos; their files are in the media store under the same id. A photo is of a product, of a text page, or unused. */
export const images = table(
  'images',
  {
    id: uuidKey(),
    productId: uuid().references(() => products.id),
    pageSlug: text().references(() => pages.slug, { onDelete: 'set null' }),
    position: integer().notNull().default(0),
    alt: text().notNull().default(''),
    /** The part of it that cards show; null is the center. */
    focus: jsonb().$type<Focus>(),
    width: integer().notNull(),
    height: integer().notNull(),
    placeholder: text().notNull(),
    /** The storage that its files may take, in bytes. */
    bytes: integer().notNull().default(0),
    /** When its last product or page stopped using it; cleanup deletes it after a day. */
    unusedSince: timestampNow(),
    createdAt: timestampNow(),
  },
  (t) => [
    index('images_product').on(t.productId, t.position),
    index('images_page').on(t.pageSlug).where(sql`${t.pageSlug} is not null`),
    index('images_unused').on(t.unusedSince).where(sql`${t.productId} is null and ${t.pageSlug} is null`),
    check('images_one_use', sql`${t.productId} is null or ${t.pageSlug} is null`),
  ],
)

/** The history of a product, in sentences for admins. */
export const productTrace = table(
  'product_trace',
  {
    id: identityKey(),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    log: text().notNull(),
    userId: uuid().references(() => users.id),
    createdAt: timestampNow(),
  },
  (t) => [index('product_trace_product').on(t.productId, t.id)],
)

/** The stock ledger, append only: a product's `qty` is the sum of its deltas. */
export const stockLedger = table(
  'stock_ledger',
  {
    id: identityKey(),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    delta: integer().notNull(),
    reason: text({ enum: ['created', 'edited', 'imported', 'hold', 'release', 'returned', 'moved'] }).notNull(),
    attemptId: uuid(),
    userId: uuid(),
    createdAt: timestampNow(),
  },
  (t) => [
    index('stock_ledger_product').on(t.productId),
    check(
      'stock_ledger_reason',
      sql`${t.reason} in ('created', 'edited', 'imported', 'hold', 'release', 'returned', 'moved')`,
    ),
  ],
)

// --- coupons

export const coupons = table(
  'coupons',
  {
    id: uuidKey(),
    code: text().notNull(),
    amountCents: integer().notNull().default(0),
    oneTime: boolean().notNull().default(false),
    freeShip: boolean().notNull().default(false),
    taxFree: boolean().notNull().default(false),
    /** The last day it is valid, in the shop's time zone. */
    expires: date({ mode: 'string' }),
    /** A new coupon cannot be used until it is saved. */
    draft: boolean().notNull().default(true),
    createdAt: timestampNow(),
    deletedAt: timestampTz(),
  },
  (t) => [
    uniqueIndex('coupons_code').on(sql`lower(${t.code})`).where(sql`${t.deletedAt} is null`),
    check('coupons_amount', sql`${t.amountCents} between 0 and 100000000`),
    check('coupons_code_reserved', sql`lower(${t.code}) <> 'invalid'`),
  ],
)

// --- messages

type OutboxPayload = { payload: SQLWrapper; kind: SQLWrapper }

/** The messages that each checkout queues. Their keys name their order. */
export const CHECKOUT_MAILS = ['receipt', 'new_order'] as const

/** SQL condition: the message is none of `CHECKOUT_MAILS`, written out because an index takes no parameters. */
export const isNoCheckoutMail = ({ kind }: Pick<OutboxPayload, 'kind'>) => sql`${kind} not in ('receipt', 'new_order')`

/** SQL: what a message is about, or to whom it goes, as indexed. */
export const mailedAbout = {
  orderId: ({ payload }: OutboxPayload) => sql`(${payload}->>'orderId')`,
  refundId: ({ payload }: OutboxPayload) => sql`(${payload}->>'refundId')`,
  requestId: ({ payload }: OutboxPayload) => sql`(${payload}->>'requestId')`,
  userId: ({ payload }: OutboxPayload) => sql`(${payload}->>'userId')`,
  to: ({ payload }: OutboxPayload) => sql`lower(${payload}->>'to')`,
  email: ({ payload }: OutboxPayload) => sql`lower(${payload}->>'email')`,
}

/** The outbox of messages, written in the transaction of their event. The dedupe key keeps each message unique. */
export const outbox = table(
  'outbox',
  {
    id: identityKey(),
    kind: text().notNull(),
    dedupeKey: text().notNull().unique(),
    payload: jsonb().notNull(),
    tries: integer().notNull().default(0),
    nextTryAt: timestampNow(),
    /** When it was sent or given up. */
    doneAt: timestampTz(),
    /** When it was given up: the mail server refused it permanently, or never took it. */
    failedAt: timestampTz(),
    /** Why the last try of a test email failed, for the admin who sent it. */
    problem: text(),
    createdAt: timestampNow(),
  },
  (t) => [
    index('outbox_undone').on(t.nextTryAt).where(sql`${t.doneAt} is null`),
    // For the file of a person. A checkout writes into none of them.
    index('outbox_order')
      .on(mailedAbout.orderId(t))
      .where(sql`${mailedAbout.orderId(t)} is not null and ${isNoCheckoutMail(t)}`),
    index('outbox_refund')
      .on(mailedAbout.refundId(t))
      .where(sql`${mailedAbout.refundId(t)} is not null`),
    index('outbox_request')
      .on(mailedAbout.requestId(t))
      .where(sql`${mailedAbout.requestId(t)} is not null`),
    index('outbox_user')
      .on(mailedAbout.userId(t))
      .where(sql`${mailedAbout.userId(t)} is not null`),
    index('outbox_to')
      .on(mailedAbout.to(t))
      .where(sql`${mailedAbout.to(t)} is not null`),
    index('outbox_email')
      .on(mailedAbout.email(t))
      .where(sql`${mailedAbout.email(t)} is not null`),
  ],
)

// --- audit log

/** What matters to the safety of the shop, without secrets and what was typed. Alike events of an hour share a row. */
export const auditEvents = table(
  'audit_events',
  {
    id: identityKey(),
    kind: text({ enum: AUDIT_KINDS }).notNull(),
    /** The account; no reference, because guests are deleted. */
    userId: uuid(),
    isApiKey: boolean().notNull(),
    network: text(),
    call: text(),
    subject: text(),
    times: integer().notNull(),
    /** A hash of what alike events have in common. */
    dedupeKey: text().notNull().unique(),
    lastAt: timestampNow(),
    createdAt: timestampNow(),
  },
  (t) => [
    index('audit_events_newest').on(t.createdAt, t.id),
    index('audit_events_kind').on(t.kind, t.createdAt, t.id),
    index('audit_events_user').on(t.userId),
  ],
)

// --- alerts

const alertKinds = [
  'payments_stuck',
  'payments_to_check',
  'card_service_down',
  'webhooks_silent',
  'server_errors',
  'disk_full',
] as const

/** Faults that a person should look at. While one lasts, its kind has one row without an end. */
export const alerts = table(
  'alerts',
  {
    id: identityKey(),
    kind: text({ enum: alertKinds }).notNull(),
    /** What was found when it was last seen, in a sentence. */
    finding: text().notNull(),
    seenAt: timestampNow(),
    endedAt: timestampTz(),
    createdAt: timestampNow(),
  },
  (t) => [
    uniqueIndex('alerts_open').on(t.kind).where(sql`${t.endedAt} is null`),
    index('alerts_ended').on(t.kind, t.endedAt),
  ],
)

// --- settings

/** The settings of the shop, in a single row. */
export const settings = table(
  'settings',
  {
    id: boolean().primaryKey().default(true),
    name: text().notNull(),
    tagline: text().notNull(),
    story: text().notNull(),
    storyTitle: text().notNull(),
    customText: text().notNull(),
    categoriesTitle: text().notNull(),
    newestTitle: text().notNull(),
    featuredTitle: text().notNull(),
    searchTitle: text().notNull(),
    searchHint: text().notNull(),
    cartEmpty: text().notNull(),
    footerText: text().notNull(),
    contactText: text().notNull(),
    returnsText: text().notNull(),
    thanks: text().notNull(),
    /** Null while the shop promises no day. */
    shipDays: jsonb().$type<ShipDays>(),
    email: text().notNull(),
    socialUrl: text().notNull(),
    photosUrl: text().notNull(),
    socialText: text().notNull(),
    photosText: text().notNull(),
    timeZone: text().notNull(),
    /** Whether the shop says "I" or "we". */
    voice: text({ enum: ['I', 'we'] })
      .notNull()
      .default('I'),
    /** Whether the seller gets messages about orders. */
    orderMails: boolean().notNull().default(true),
    /** Where the shop gets letters and returns, in lines. */
    postalAddress: text().notNull().default(''),
    /** Whether federal holidays are no business days. */
    restsOnHolidays: boolean().notNull().default(true),
    /** Time off; null when none is planned. */
    closed: jsonb().$type<TimeOff>(),
    /** The stock at or below which a product counts as low. */
    lowStock: integer().notNull().default(3),
    /** In basis points: 550 is 5.5 %. */
    taxBasisPoints: integer().notNull().default(0),
    /** Sales tax by state, or included in prices; null while everybody pays `taxBasisPoints`. */
    taxPlan: jsonb('tax').$type<TaxPlan>(),
    shippingOneCents: integer().notNull().default(350),
    shippingMoreCents: integer().notNull().default(500),
    /** Where the shop ships, how, and for which prices; null: everywhere, for the two prices above. */
    shipping: jsonb().$type<ShippingPlan>(),
    /** The price of gift wrap for an order; null while the shop offers none. */
    wrapCents: integer(),
    /** Of the card service and of a marketplace; null: the published ones. */
    fees: jsonb().$type<Fees>(),
    /** What the seller wishes to earn in an hour. */
    hourlyPayCents: integer(),
  },
  (t) => [
    check('settings_single', sql`${t.id}`),
    check('settings_voice', sql`${t.voice} in ('I', 'we')`),
    check('settings_tax', sql`${t.taxBasisPoints} between 0 and 10000`),
    check(
      'settings_figures',
      sql`least(${t.lowStock}, ${t.shippingOneCents}, ${t.shippingMoreCents}, ${t.wrapCents}, ${t.hourlyPayCents}) >= 0`,
    ),
  ],
)

// --- tax

/** Parts of a tax rate, in parts per million. */
export type RateParts = Partial<Record<'state' | 'county' | 'city' | 'special', number>>

/** The tax rates of ZIP codes, in parts per million. A file replaces those of its state. */
export const taxRates = table(
  'tax_rates',
  {
    state: char({ length: 2 }).notNull(),
    zip: char({ length: 5 }).notNull(),
    ppm: integer().notNull(),
    parts: jsonb().$type<RateParts>(),
    /** The tax region, as the file calls it. */
    place: text(),
    /** How doubtful the rate is, as the file says. */
    risk: text(),
    /** The name of the file, or `by hand`. */
    source: text().notNull(),
    loadedAt: timestampNow(),
  },
  (t) => [
    primaryKey({ columns: [t.state, t.zip] }),
    check('tax_rates_zip', sql`${t.state} ~ '^[A-Z]{2}$' and ${t.zip} ~ '^[0-9]{5}$'`),
    check('tax_rates_ppm', sql`${t.ppm} between 0 and 1000000`),
  ],
)

/** Sales at fairs and marketplaces, which count toward a state's threshold: one figure for each state and year. */
export const outsideSales = table(
  'outside_sales',
  {
    state: char({ length: 2 }).notNull(),
    year: smallint().notNull(),
    cents: bigint({ mode: 'number' }).notNull(),
    orders: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.state, t.year] }),
    check('outside_sales_figures', sql`least(${t.cents}, ${t.orders}) >= 0`),
  ],
)

// --- look

/** The looks of the shop: at most one draft, the published one (the newest), and some that were published before it. */
export const looks = table(
  'looks',
  {
    id: identityKey(),
    look: jsonb().$type<Look>().notNull(),
    /** Null for the draft. */
    publishedAt: timestampTz(),
  },
  (t) => [
    uniqueIndex('looks_draft').on(sql`(true)`).where(sql`${t.publishedAt} is null`),
    index('looks_published').on(t.publishedAt.desc()),
  ],
)

/** Logos, which are small: as shown in the header, and large for icons. Both are PNG files. */
export const logos = table('logos', {
  id: uuidKey(),
  shown: bytea().notNull(),
  large: bytea().notNull(),
  createdAt: timestampNow(),
})

// --- the owner's own shop

/** What belongs to the demo, by the key of its table; for photos of the look, their Location. */
export const demoRows = table(
  'demo_rows',
  {
    kind: text({ enum: ['product', 'coupon', 'category', 'collection', 'page', 'photo'] }).notNull(),
    key: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.key] })],
)

/** How far the owner is with a shop of her own, in a single row; none while the demo is new. */
export const ownShop = table(
  'own_shop',
  {
    id: boolean().primaryKey().default(true),
    /** When the demo was cleared, or a shop without a demo opened. */
    startedAt: timestampTz(),
    /** Whether she chose to go on looking at the demo. */
    keepsDemo: boolean().notNull().default(false),
    /** The card of the welcome that comes next, from 0. */
    welcomeStep: integer().notNull().default(0),
    welcomeDone: boolean().notNull().default(false),
  },
  (t) => [check('own_shop_single', sql`${t.id}`)],
)

// --- secrets

/** Random secrets that all processes of the shop share, created on first use. */
export const secrets = table('secrets', { name: text().primaryKey(), value: text().notNull() })

// --- limits

/** Rate limit counters of open windows; the key is a hash (server/rate-limits/). */
export const rateLimits = table('rate_limits', {
  key: text().primaryKey(),
  hits: integer().notNull(),
  windowEnds: timestampTz().notNull(),
  /** With growing delays: when the next action is admitted. */
  waitsUntil: timestampTz(),
})
