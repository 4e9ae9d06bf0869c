// A check of how the shop is set up and how it does.
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
