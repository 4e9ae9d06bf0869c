// The devices on which somebody is signed in.
import { z } from 'zod'
import { timestamp } from './codecs.ts'

export const SignedInDevice = z
  .object({
    _id: z.string(),
    device: z.string().describe('Such as Chrome on Android. Empty when it is not known'),
    isTrusted: z.boolean().describe('Whether an admin or a packer stays signed in on it for 30 days'),
    isCurrent: z.boolean().describe('Whether it makes this call'),
    createdAt: timestamp.describe('When it signed in'),
    lastUsedAt: timestamp.describe('Give or take a minute'),
  })
  .meta({ id: 'SignedInDevice' })
export type SignedInDevice = z.infer<typeof SignedInDevice>

export const SignedInDevices = z.array(SignedInDevice)

export const DeviceId = z.object({ id: z.string().regex(/^[0-9a-f]{64}$/) })
