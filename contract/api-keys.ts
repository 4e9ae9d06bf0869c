import { z } from 'zod'
import { id, oneLine, timestamp } from './codecs.ts'

const NAME_NEEDED = 'Give the key a name, so that you will know it again.'

export const NewApiKey = z.object({
  name: oneLine.trim().min(1, NAME_NEEDED).max(100, 'A name has at most 100 characters.'),
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

/** The one time that the key itself is told. */
export const CreatedApiKey = ApiKey.extend({ key: z.string() }).meta({ id: 'CreatedApiKey' })
export type CreatedApiKey = z.infer<typeof CreatedApiKey>

export const ApiKeyId = z.object({ id })
