import { and, eq } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { UserId } from '#contract/admin/users.ts'
import { OrderKey } from '#contract/orders.ts'
import { AccountDeletion, DataLink, DataLinkRequest, DeletionPreview } from '#contract/personal-data.ts'
import { Done } from '#contract/users.ts'
import { callerOf } from '../accounts/auth.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { isAccount, users } from '../db/schema.ts'
import { notFound } from '../errors.ts'
import { queueDataLink } from '../mail/outbox.ts'
import { openRateLimits } from '../rate-limits/rate-limits.ts'
import { DATA_LINKS, DELETION } from '../texts/personal-data.ts'
import { NOT_FOUND } from '../texts/requests.ts'
import { addressOfLink } from './data-links.ts'
import { accountDeletionPreview, addressDeletionPreview, deleteByAddress, deleteOwnAccount } from './delete-person.ts'
import { guestOfOrder, type Person, personOfAccount, personOfAddress } from './person.ts'
import { dataFile } from './personal-data.ts'

const PAGE = { content: { 'text/html': { schema: z.string() } } }

/** One person's data as a file, and its deletion: of the caller, by a mailed link, and for the seller. */
export const personalDataRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  const { db } = context
  const limits = openRateLimits(context)

  const send = async (reply: FastifyReply, find: (tx: Db) => Promise<Person>) => {
    const { name, text } = await dataFile(db, find)
    reply.header('content-disposition', `attachment; filename="${name}"`)
    return reply.type('text/html; charset=utf-8').send(text)
  }

  app.get('/', { schema: { response: { 200: PAGE } } }, async (request, reply) => {
    const { id } = callerOf(request)
    await limits.count(request, 'dataFile', { account: id })
    return send(reply, async (tx) => personOfAccount(tx, await accountById(tx, id)))
  })

  app.get('/deletion', { schema: { response: { 200: DeletionPreview } } }, (request) =>
    accountDeletionPreview(db, callerOf(request)),
  )

  app.put('/deleted', { schema: { body: AccountDeletion, response: { 200: Done } } }, async (request) => {
    const caller = callerOf(request)
    const work = () => deleteOwnAccount(db, caller, request.body.password)
    await limits.within(request, 'currentPassword', { account: caller.id }, work)
    return { message: DELETION.done }
  })

  app.post('/link', { schema: { body: DataLinkRequest, response: { 200: Done } } }, async (request) => {
    const { email } = request.body
    await limits.count(request, 'dataLinkMail', { account: email })
    await queueDataLink(db, email)
    return { message: DATA_LINKS.sent }
  })

  const byLink = { body: DataLink }
  app.post('/by-link', { schema: { ...byLink, response: { 200: DeletionPreview } } }, (request) =>
    limits.within(request, 'dataLink', {}, async () =>
      addressDeletionPreview(db, await addressOfLink(db, request.body.link)),
    ),
  )

  app.post('/by-link/file', { schema: { ...byLink, response: { 200: PAGE } } }, async (request, reply) => {
    const email = await limits.within(request, 'dataLink', {}, () => addressOfLink(db, request.body.link))
    await limits.count(request, 'dataFile', { account: email })
    return send(reply, (tx) => personOfAddress(tx, email))
  })

  app.put('/by-link/deleted', { schema: { ...byLink, response: { 200: Done } } }, async (request) => {
    const email = await limits.within(request, 'dataLink', {}, () => addressOfLink(db, request.body.link))
    await deleteByAddress(db, email)
    return { message: DELETION.done }
  })

  app.get('/users/:id', { schema: { params: UserId, response: { 200: PAGE } } }, ({ params }, reply) =>
    send(reply, async (tx) => personOfAccount(tx, await accountById(tx, params.id))),
  )

  app.get('/orders/:id', { schema: { params: OrderKey, response: { 200: PAGE } } }, ({ params }, reply) =>
    send(reply, (tx) => guestOfOrder(tx, params.id)),
  )
}

async function accountById(db: Db, id: string) {
  const [account] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isAccount(users)))
  if (!account) throw notFound(NOT_FOUND.account)
  return account
}
