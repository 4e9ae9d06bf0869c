import { z } from 'zod'
import { id, oneLine, timestamp } from './codecs.ts'
import { API_KEY_FIELDS } from './messages.ts'

/**
 * What an API key may do within what its account may: read what admins see of the catalog; change the catalog, its pages
 * and look, too; read and change orders, with coupons and requests; read what the shop earns, and make or record payments.
 */
export const KEY_RIGHTS = ['read_catalog', 'write_catalog', 'orders', 'money'] as const
const KeyRight = z.enum(KEY_RIGHTS)
export type KeyRight = z.infer<typeof KeyRight>

/**
 * What only keys hold that were made before there were rights: `read` reads what all rights read, `payments` makes the
 * changes of `money`.
 */
const HeldRight = z.enum([...KEY_RIGHTS, 'read', 'payments'])
export type HeldRight = z.infer<typeof HeldRight>

/** For how many days a key can work. */
export const KEY_DAYS = [30, 90, 365] as const
const MOST_DAYS = 365

// Strict, because a program that still sends scopes would get a key with all rights.
export const NewApiKey = z.strictObject({
  name: oneLine.trim().min(1, API_KEY_FIELDS.enterName).max(100, API_KEY_FIELDS.nameTooLong),
  rights: z
    .array(KeyRight)
    .min(1, API_KEY_FIELDS.chooseRight)
    .max(KEY_RIGHTS.length)
    .default([...KEY_RIGHTS]),
  days: z.int().min(1, API_KEY_FIELDS.wrongDays).max(MOST_DAYS, API_KEY_FIELDS.wrongDays).default(MOST_DAYS),
})
export type NewApiKey = z.infer<typeof NewApiKey>

/** A key as its owner sees it; `prefix` is how it begins. */
export const ApiKey = z
  .object({
    _id: id,
    name: z.string(),
    prefix: z.string(),
    rights: z.array(HeldRight),
    createdAt: timestamp,
    expiresAt: timestamp,
    lastUsedAt: timestamp.nullable(),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.infer<typeof ApiKey>
export const ApiKeys = z.array(ApiKey)

/** A new API key, the only response with the key itself. */
export const CreatedApiKey = ApiKey.extend({ key: z.string() }).meta({ id: 'CreatedApiKey' })
export type CreatedApiKey = z.infer<typeof CreatedApiKey>

export const ApiKeyId = z.object({ id })
