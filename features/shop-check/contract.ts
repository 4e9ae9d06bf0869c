// The setup of the shop, as an admin checks it: card account, mail, address, backups.
import { z } from 'zod'
import { SetupCheck } from '#contract/admin/setup-checks.ts'
import { oneLine, timestamp } from '#contract/codecs.ts'
import { CONNECTION_FIELDS } from './messages.ts'

export const Setup = z
  .object({
    checks: z.array(SetupCheck),
    settingsFile: z.string().nullable().describe('The file that the shop reads its settings from, if there is one'),
    version: z.string(),
  })
  .meta({ id: 'Setup' })
export type Setup = z.infer<typeof Setup>

/** A test email that was queued: its id, by which its progress can be read. */
export const TestEmail = z.object({ id: z.int(), to: z.string() }).meta({ id: 'TestEmail' })
export type TestEmail = z.infer<typeof TestEmail>

export const TestEmailKey = z.object({
  id: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 53 - 1),
})

/** Identifies a request by which the shop tests its own public address. */
export const AddressProofQuery = z.object({ nonce: z.string().regex(/^[\w-]{20,40}$/) })

export const AddressProof = z
  .object({
    proof: z.string().describe('Shows that this shop answered'),
    proxy: z.enum(['none', 'trusted', 'unknown']).describe('Whether a proxy forwarded the request'),
  })
  .meta({ id: 'AddressProof' })
export type AddressProof = z.infer<typeof AddressProof>

const source = {
  from: z.enum(['environment', 'entered', 'none']).describe('Where the values come from; the environment wins'),
  enteredAt: timestamp.nullable().describe('When values were entered here, whether or not they count'),
}

/** The connections of the shop, without secrets. */
export const Connections = z
  .object({
    payments: z.object({
      ...source,
      environment: z.enum(['sandbox', 'production']),
      applicationId: z.string(),
      locationId: z.string(),
      hasWebhookKey: z.boolean(),
    }),
    mail: z.object({ ...source, server: z.string(), port: z.int(), sender: z.string() }),
    needsRestart: z.boolean().describe('Whether what was entered counts from the next start on'),
    canRestart: z.boolean(),
  })
  .meta({ id: 'Connections' })
export type Connections = z.infer<typeof Connections>

/** Printable ASCII without spaces: other characters of a token could not be sent in a header. */
const word = (field: string) =>
  oneLine
    .trim()
    .max(300)
    .regex(/^[!-~]*$/, CONNECTION_FIELDS.notPrintable(field))

/** The values of a Square account. A secret that is left empty stays as it is. */
export const PaymentsEntry = z
  .object({
    environment: z.enum(['sandbox', 'production']),
    applicationId: word(CONNECTION_FIELDS.applicationId).min(
      1,
      CONNECTION_FIELDS.missing(CONNECTION_FIELDS.applicationId),
    ),
    locationId: word(CONNECTION_FIELDS.locationId).min(1, CONNECTION_FIELDS.missing(CONNECTION_FIELDS.locationId)),
    accessToken: word(CONNECTION_FIELDS.accessToken),
    webhookKey: word(CONNECTION_FIELDS.webhookKey),
  })
  .meta({ id: 'PaymentsEntry' })
export type PaymentsEntry = z.infer<typeof PaymentsEntry>

/** An access token of Square whose account is asked for its locations. An empty one is that which was entered before. */
export const SquareToken = PaymentsEntry.pick({ environment: true, accessToken: true }).meta({ id: 'SquareToken' })
export type SquareToken = z.infer<typeof SquareToken>

/** The locations of a Square account that can take the shop's payments. */
export const SquareLocations = z
  .object({ locations: z.array(z.object({ id: z.string(), name: z.string() })) })
  .meta({ id: 'SquareLocations' })
export type SquareLocations = z.infer<typeof SquareLocations>

/** A mail server. User and password that are left empty stay as they are while the server does. */
export const MailEntry = z
  .object({
    server: z
      .string()
      .trim()
      .max(253)
      .regex(/^[\w.-]+$/, CONNECTION_FIELDS.serverName),
    port: z.int(CONNECTION_FIELDS.port).min(1, CONNECTION_FIELDS.port).max(65_535, CONNECTION_FIELDS.port),
    user: oneLine.trim().max(300),
    password: oneLine.max(300),
    sender: z.email(CONNECTION_FIELDS.sender),
  })
  .meta({ id: 'MailEntry' })
export type MailEntry = z.infer<typeof MailEntry>

/** The pages of docs/ that the desk shows. */
export const GUIDE_PAGES = ['your-own-shop', 'hosting', 'backup', 'configuration'] as const
export type GuidePageName = (typeof GUIDE_PAGES)[number]

export const GuideKey = z.object({ page: z.enum(GUIDE_PAGES) })

/** A page of the guide. */
export const GuidePage = z
  .object({ title: z.string(), html: z.string().describe('Without the title; each heading has its anchor as id') })
  .meta({ id: 'GuidePage' })
export type GuidePage = z.infer<typeof GuidePage>

export const ConnectionKey = z.object({ name: z.enum(['payments', 'mail']) })
