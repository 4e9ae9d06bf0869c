// The setup of the shop, as an admin checks it: card account, mail, address, backups.
import { z } from 'zod'

export const SetupCheck = z
  .object({
    name: z.enum([
      'alerts',
      'payments',
      'webhooks',
      'mail',
      'address',
      'backups',
      'practice',
      'disk',
      'database',
      'books',
      'pieces',
      'certificate',
      'pages',
      'version',
    ]),
    state: z
      .enum(['good', 'todo', 'untested', 'waiting'])
      .describe('`untested` until a test is requested, `waiting` while a test email is on its way'),
    finding: z.string().describe('What is configured and whether it works, in one or two sentences'),
    todo: z.string().nullable().describe('The one thing to do'),
    lines: z.array(z.string()).describe('Lines for the settings file; the reader fills in the values'),
  })
  .meta({ id: 'SetupCheck' })
export type SetupCheck = z.infer<typeof SetupCheck>

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
