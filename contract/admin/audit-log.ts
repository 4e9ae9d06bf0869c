// The audit log: who signed in, what was refused, and what admins took out of the shop or changed, as admins read it.
import { z } from 'zod'
import { id, timestamp } from '../codecs.ts'
import { pageNumber, paging } from '../lists.ts'

export const AUDIT_KINDS = [
  'sign_in',
  'sign_in_failed',
  'refused',
  'step_up_needed',
  'password_wrong',
  'limit_reached',
  'foreign_payment',
  'exported',
  'backup_downloaded',
  'api_key_created',
  'api_key_revoked',
  'role_changed',
  'account_changed',
  'reset_requested',
  'password_reset',
  'admin_made',
  'person_deleted',
  'settings_changed',
] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

/** Query of the audit log: all events, or those of one kind. */
export const AuditQuery = z.object({ kind: z.enum(AUDIT_KINDS).optional(), pageNumber })
export type AuditQuery = z.infer<typeof AuditQuery>

export const AuditEvent = z
  .object({
    _id: z.string(),
    kind: z.enum(AUDIT_KINDS),
    at: timestamp.describe('When it happened, of repeated events the last one'),
    since: timestamp.describe('When the first of them happened'),
    times: z.int().describe('How often it happened within the hour'),
    by: z.object({ _id: id, name: z.string() }).nullable().describe('The account, if it is known'),
    isApiKey: z.boolean().describe('Whether a program did it with an API key of the account'),
    apiKey: z.object({ _id: id, name: z.string() }).nullable().describe('The API key, if it is known'),
    network: z.string().nullable().describe('The network it came from, without the last part of the address'),
    call: z.string().nullable().describe('The call, without its parameters'),
    subject: z.string().nullable().describe('The id of what it was about'),
  })
  .meta({ id: 'AuditEvent' })
export type AuditEvent = z.infer<typeof AuditEvent>

export const AuditPage = z.object({ events: z.array(AuditEvent), ...paging }).meta({ id: 'AuditPage' })
export type AuditPage = z.infer<typeof AuditPage>
