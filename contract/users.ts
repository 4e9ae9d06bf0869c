import { z } from 'zod'
import { id } from './codecs.ts'

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128

const name = z.string().trim().min(1, 'A name is needed.').max(100, 'A name has at most 100 characters.')
const email = z.string().trim().max(254).pipe(z.email('That does not look like an email address.'))
const newPassword = z
  .string()
  .min(PASSWORD_MIN, `A password has at least ${PASSWORD_MIN} characters.`)
  .max(PASSWORD_MAX, `A password has at most ${PASSWORD_MAX} characters.`)

/** An account as its owner and admins see it. */
export const UserDetails = z
  .object({ _id: id, name: z.string(), email: z.string(), isAdmin: z.boolean(), isAPI: z.boolean() })
  .meta({ id: 'UserDetails' })
export type UserDetails = z.infer<typeof UserDetails>

/** What signing in, registering and a profile change answer: the account and a fresh bearer token. */
export const UserInfo = UserDetails.extend({ token: z.string() }).meta({ id: 'UserInfo' })
export type UserInfo = z.infer<typeof UserInfo>

export const Credentials = z.object({ email: z.string().trim().min(1).max(254), password: z.string().min(1).max(1000) })
export type Credentials = z.infer<typeof Credentials>

export const Registration = z.object({ name, email, password: newPassword })
export type Registration = z.infer<typeof Registration>

/** A profile change: what is left out, or sent empty, stays. `id` is ignored: it is always the caller. */
export const ProfileUpdate = z.object({
  id: z.string().optional(),
  name: name.optional(),
  email: email.optional(),
  password: z.union([z.literal(''), newPassword]).optional(),
})
export type ProfileUpdate = z.infer<typeof ProfileUpdate>

export const UserKey = z.object({ id: z.string().min(1).max(100) })
