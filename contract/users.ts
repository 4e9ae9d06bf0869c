import { z } from 'zod'
import { id, mailedCode, PRINTABLE_PATTERN } from './codecs.ts'
import { ACCOUNT_FIELDS } from './messages.ts'
import { DEVICES_MAX, PASSWORD_MAX, PASSWORD_MIN } from './passwords.ts'
import { robotCheck } from './robot-check.ts'

const name = z
  .string(ACCOUNT_FIELDS.enterName)
  .trim()
  .max(100, ACCOUNT_FIELDS.nameTooLong)
  .regex(PRINTABLE_PATTERN, ACCOUNT_FIELDS.nameOnOneLine)
const email = z.string(ACCOUNT_FIELDS.invalidEmail).trim().max(254, ACCOUNT_FIELDS.emailTooLong)
const password = z.string(ACCOUNT_FIELDS.passwordTooShort).max(PASSWORD_MAX, ACCOUNT_FIELDS.passwordTooLong)

const isEmail = (text: string) => z.email().safeParse(text).success

/** An account as its owner and admins see it. */
export const UserDetails = z
  .object({
    _id: id,
    name: z.string(),
    email: z.string(),
    isAdmin: z.boolean(),
    isAPI: z.boolean(),
    isPacker: z.literal(true).optional().describe('Packs orders: sees orders, photos and stock. Only for packers'),
    isGuest: z.literal(true).optional().describe('Buys without an account. Only for guests'),
  })
  .meta({ id: 'UserDetails' })
export type UserDetails = z.infer<typeof UserDetails>

/** The signed-in user with a bearer token. */
export const UserInfo = UserDetails.extend({ token: z.string() }).meta({ id: 'UserInfo' })
export type UserInfo = z.infer<typeof UserInfo>

/**
 * What signing in, registering and a profile change answer. `device` is for this browser to keep and to send along with
 * later sign-ins: it shows that the account has signed in here before.
 */
export const SignedIn = UserInfo.extend({ device: z.string() }).meta({ id: 'SignedIn' })
export type SignedIn = z.infer<typeof SignedIn>

/** Rejects only what no account can have; never reveals whether an email is registered. */
export const Credentials = z.object({
  email: email.min(1, ACCOUNT_FIELDS.enterEmail).regex(PRINTABLE_PATTERN, ACCOUNT_FIELDS.invalidEmail),
  password: z
    .string(ACCOUNT_FIELDS.enterPassword)
    .min(1, ACCOUNT_FIELDS.enterPassword)
    .max(1000, ACCOUNT_FIELDS.passwordTooLong),
  robotCheck,
  devices: z.array(z.string().max(100)).max(DEVICES_MAX).optional(),
  isTrusted: z
    .boolean()
    .optional()
    .describe('Whether an admin or a packer stays signed in on this device for 30 days. Others do anyway'),
  renews: z
    .string()
    .max(100)
    .optional()
    .describe('The token of a session of the same account, which ends. Its device stays trusted if it is'),
})
export type Credentials = z.infer<typeof Credentials>

export const Registration = z.object({
  name: name.min(1, ACCOUNT_FIELDS.enterName),
  email: email.refine(isEmail, ACCOUNT_FIELDS.invalidEmail),
  password: password.min(PASSWORD_MIN, ACCOUNT_FIELDS.passwordTooShort),
  robotCheck,
})
export type Registration = z.infer<typeof Registration>

/** Someone who buys without an account. */
export const NewGuest = Registration.omit({ password: true }).meta({ id: 'NewGuest' })
export type NewGuest = z.infer<typeof NewGuest>

/** The first admin's account, with the key of the link that the start printed. */
export const FirstAdmin = Registration.omit({ robotCheck: true })
  .extend({ key: z.string().max(100).regex(PRINTABLE_PATTERN) })
  .meta({ id: 'FirstAdmin' })
export type FirstAdmin = z.infer<typeof FirstAdmin>

/**
 * A profile change; omitted and empty fields stay the same. `id` is ignored: it is always the caller. A new email address
 * counts once it is confirmed by the code that is mailed to it.
 */
export const ProfileUpdate = z.object({
  id: z.string().optional(),
  name: name.optional(),
  email: email.refine((text) => text === '' || isEmail(text), ACCOUNT_FIELDS.invalidEmail).optional(),
  password: password
    .refine((text) => text === '' || text.length >= PASSWORD_MIN, ACCOUNT_FIELDS.passwordTooShort)
    .optional(),
  currentPassword: z
    .string()
    .max(1000, ACCOUNT_FIELDS.passwordTooLong)
    .optional()
    .describe('Needed for a new email address or password; without it the answer is sign_in_again'),
})
export type ProfileUpdate = z.infer<typeof ProfileUpdate>

/** The caller's new email address, with the code that was mailed to it. */
export const NewAddress = z
  .object({ email: email.refine(isEmail, ACCOUNT_FIELDS.invalidEmail), code: mailedCode })
  .meta({ id: 'NewAddress' })
export type NewAddress = z.infer<typeof NewAddress>

/** Request for a password reset; the response never reveals whether the account exists. */
export const ForgottenPassword = z.object({
  email: email.min(1, ACCOUNT_FIELDS.enterEmail).refine(isEmail, ACCOUNT_FIELDS.invalidEmail),
})
export type ForgottenPassword = z.infer<typeof ForgottenPassword>

/** The token of a reset link. */
export const ResetKey = z.object({ token: z.string().min(1).max(500) })

/** The password that a reset link sets. */
export const PasswordReset = z.object({ password: password.min(PASSWORD_MIN, ACCOUNT_FIELDS.passwordTooShort) })
export type PasswordReset = z.infer<typeof PasswordReset>

/** The password by which a guest becomes an account. */
export const KeptGuest = PasswordReset.extend({ robotCheck })
export type KeptGuest = z.infer<typeof KeptGuest>

/** Response of calls without data: a message. */
export const Done = z.object({ message: z.string() }).meta({ id: 'Done' })
export type Done = z.infer<typeof Done>

/** An account's id; `profile` is the caller's own. */
export const UserKey = z.object({ id: z.string().min(1).max(100) })
