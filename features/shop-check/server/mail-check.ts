// The test email goes through the outbox like any other, so that it proves what a receipt would meet.
import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { SetupCheck } from '#contract/admin/setup-checks.ts'
import { notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { good, todo, untestedCheck } from '#server/shop/desk/check.ts'
import { users } from '#server/shop/schema/users.ts'
import type { TestEmail } from '../contract.ts'
import type { SetupFacts } from './facts.ts'
import { MAIL_SETUP, NOT_FOUND } from './texts.ts'

type MailFacts = Pick<SetupFacts, 'mailServer' | 'mailFrom'>

const SERVER_LINE = 'SMTP_URL=smtp://user:password@mail.example:587'
/** The addresses of this domain belong to nobody (RFC 2606); the defaults of a new shop are among them. */
const isMadeUp = (email: string) => email === '' || email.endsWith('.example')
const senderLine = (shopEmail: string) => `MAIL_FROM=${isMadeUp(shopEmail) ? 'orders@your.shop' : shopEmail}`

/** How emails are sent, by the configuration alone. */
export function configuredMail({ mailServer, mailFrom }: MailFacts, shopEmail: string): SetupCheck {
  if (!mailServer) return todo('mail', MAIL_SETUP.files, MAIL_SETUP.addServer, [SERVER_LINE, senderLine(shopEmail)])
  if (isMadeUp(mailFrom))
    return todo('mail', MAIL_SETUP.sender(mailFrom), MAIL_SETUP.addSender, [senderLine(shopEmail)])
  return untestedCheck('mail', MAIL_SETUP.untested(mailServer, mailFrom))
}

/** Queues a test email to this user, in the place of earlier ones. */
export async function queueTestEmail(db: Db, userId: string): Promise<TestEmail> {
  return db.transaction(async (tx) => {
    const { to } = onlyRow(await tx.select({ to: users.email }).from(users).where(eq(users.id, userId)))
    await tx.delete(outbox).where(isTestOf(userId))
    const values = { kind: 'test', dedupeKey: `test-${randomUUID()}`, payload: { userId } }
    const { id } = onlyRow(await tx.insert(outbox).values(values).returning({ id: outbox.id }))
    return { id, to }
  })
}

/** How far a test email of this user is. Throws not_found. */
export async function testedMail(
  db: Db,
  { mailServer: server = '' }: MailFacts,
  { id, userId }: { id: number; userId: string },
): Promise<SetupCheck> {
  const [mail] = await db
    .select({ doneAt: outbox.doneAt, failedAt: outbox.failedAt, problem: outbox.problem, to: users.email })
    .from(outbox)
    .innerJoin(users, eq(users.id, userId))
    .where(and(eq(outbox.id, id), isTestOf(userId)))
  if (!mail) throw notFound(NOT_FOUND.testEmail)
  if (mail.doneAt && !mail.failedAt) return { ...good('mail', MAIL_SETUP.sent(mail.to, server)), todo: MAIL_SETUP.look }
  if (mail.problem)
    return todo('mail', MAIL_SETUP.refusedBecause(server, mail.problem), MAIL_SETUP.checkServer, [SERVER_LINE])
  if (mail.failedAt) return todo('mail', MAIL_SETUP.refused(server), MAIL_SETUP.checkServer, [SERVER_LINE])
  return { ...untestedCheck('mail', MAIL_SETUP.waiting(mail.to, server)), state: 'waiting' }
}

const isTestOf = (userId: string) => and(eq(outbox.kind, 'test'), sql`${outbox.payload}->>'userId' = ${userId}`)
