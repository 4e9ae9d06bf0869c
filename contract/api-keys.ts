import { z } from 'zod'
import { id, oneLine, timestamp } from './codecs.ts'
import { API_KEY_FIELDS } from './messages.ts'

export const NewApiKey = z.object({
  name: oneLine.trim().min(1, API_KEY_FIELDS.enterName).max(100, API_KEY_FIELDS.nameTooLong),
})
export type NewApiKey = z.infer<typeof NewApiKey>

/** A key as its owner sees it; `prefix` is how it begins. */
export const ApiKey = z
  .object({
    _id: id,
    name: z.string(),
    prefix: z.string(),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable(),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.infer<typeof ApiKey>
export const ApiKeys = z.array(ApiKey)

/** A new API key, the only response with the key itself. */
export const CreatedApiKey = ApiKey.extend({ key: z.string() }).meta({ id: 'CreatedApiKey' })
export type CreatedApiKey = z.infer<typeof CreatedApiKey>

export const ApiKeyId = z.object({ id })
