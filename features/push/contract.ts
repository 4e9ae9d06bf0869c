// Notices of the shop on the devices of those who run it.
import { z } from 'zod'
import { DeskEventKind } from '#contract/admin/desk-events.ts'
import { id, isPrintableText, timestamp } from '#contract/codecs.ts'

/** The most devices of one person. */
export const MOST_DEVICES = 10
/** The longest endpoint, in characters; browsers use about 200. */
const ENDPOINT_MAX = 1_000

/** Of a subscription: keys in base64url, as browsers have them (RFC 8291). */
const base64Url = (bytes: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`))

/** What this device is to be told of. */
const events = z.array(DeskEventKind).max(DeskEventKind.options.length)

export const NewPushDevice = z.object({
  endpoint: z.url().max(ENDPOINT_MAX),
  keys: z.object({ p256dh: base64Url(65), auth: base64Url(16) }),
  publicKey: base64Url(65).describe('The key of the shop that the browser subscribed with'),
  name: z.string().trim().min(1).max(100).refine(isPrintableText),
})
export type NewPushDevice = z.infer<typeof NewPushDevice>

export const PushDevice = z
  .object({
    _id: id,
    name: z.string(),
    endpoint: z.string().describe('By it a browser knows its own device'),
    events,
    isOfSession: z.boolean().describe('It ends with the session that asks'),
    createdAt: timestamp,
  })
  .meta({ id: 'PushDevice' })
export type PushDevice = z.infer<typeof PushDevice>

export const PushDevices = z
  .object({
    publicKey: z.string().describe('The key with which a browser subscribes'),
    devices: z.array(PushDevice),
  })
  .meta({ id: 'PushDevices' })
export type PushDevices = z.infer<typeof PushDevices>

export const PushDeviceKey = z.object({ id })
export const PushDeviceUpdate = z.object({ events })
