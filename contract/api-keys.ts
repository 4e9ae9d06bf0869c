import { z } from 'zod'
import { id, oneLine, timestamp } from './codecs.ts'
import { API_KEY_FIELDS } from './messages.ts'

/**
 * What an API key may do within the rights of its account: read everything; read and change the catalog, its pages and
 * look; read and change orders, with their buyers, coupons and requests.
 */
export const KEY_SCOPES = ['read', 'catalog', 'orders'] as const
const KeyScope = z.enum(KEY_SCOPES)
export type KeyScope = z.infer<typeof KeyScope>

/** For how many days a key can work. */
export const KEY_DAYS = [30, 90, 365] as const
const MOST_DAYS = 365

export const NewApiKey = z.object({
  name: oneLine.trim().min(1, API_KEY_FIELDS.enterName).max(100, API_KEY_FIELDS.nameTooLong),
  scopes: z
    .array(KeyScope)
    .min(1, API_KEY_FIELDS.chooseScope)
    .default([...KEY_SCOPES]),
  days: z.int().min(1, API_KEY_FIELDS.wrongDays).max(MOST_DAYS, API_KEY_FIELDS.wrongDays).default(MOST_DAYS),
})
export type NewApiKey = z.infer<typeof NewApiKey>

/** A key as its owner sees it; `prefix` is how it begins. */
export const ApiKey = z
  .object({
    _id: id,
    name: z.string(),
    prefix: z.string(),
    scopes: z.array(KeyScope),
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
