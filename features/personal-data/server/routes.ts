import { and, eq } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { callerOf } from '#server/shop/accounts/auth.ts'
import type { Person } from '#server/shop/accounts/person.ts'
import { guestOfOrder, personOfAccount, personOfAddress } from '#server/shop/erasure/person.ts'
import { POLICIES } from '#server/shop/rate-limits/policies.ts'
import { isAccount, users } from '#server/shop/schema/users.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import { personalDataCalls } from '../calls.ts'
import { addressOfLink } from './data-links.ts'
import { accountDeletionPreview, addressDeletionPreview, deleteByAddress, deleteOwnAccount } from './delete-person.ts'
import { queueDataLink } from './link-mail.ts'
import { dataFile } from './personal-data.ts'
import { PERSONAL_DATA_POLICIES } from './rate-limits.ts'
import { DATA_LINKS, DELETION } from './texts.ts'

/** One person's data as a file, and its deletion: of the caller, by a mailed link, and for the seller. */
export const personalDataRoutes: ApiRoutes = async (app, { context }) => {
  const { db } = context
  const limits = openRateLimits(context)

  const send = async (reply: FastifyReply, find: (tx: Db) => Promise<Person>) => {
    const { name, text } = await dataFile(db, find)
    reply.header('content-disposition', `attachment; filename="${name}"`)
    return reply.type('text/html; charset=utf-8').send(text)
  }
  const route = routesOf(app, personalDataCalls)

  route('GET /api/personal-data', async (request, reply) => {
    const { id } = callerOf(request)
    await limits.count(request, PERSONAL_DATA_POLICIES.dataFile, { account: id })
    return send(reply, async (tx) => personOfAccount(tx, await accountById(tx, id)))
  })

  route('GET /api/personal-data/deletion', (request) => accountDeletionPreview(db, callerOf(request)))

  route('PUT /api/personal-data/deleted', async (request) => {
    const caller = callerOf(request)
    const work = () => deleteOwnAccount(db, caller, request.body.password)
    await limits.within(request, POLICIES.currentPassword, { account: caller.id }, work)
    return { message: DELETION.done }
  })

  route('POST /api/personal-data/link', async (request) => {
    const { email } = request.body
    await limits.count(request, PERSONAL_DATA_POLICIES.dataLinkMail, { account: email })
    await queueDataLink(db, email)
    return { message: DATA_LINKS.sent }
  })

  route('POST /api/personal-data/by-link', (request) =>
    limits.within(request, PERSONAL_DATA_POLICIES.dataLink, {}, async () =>
      addressDeletionPreview(db, await addressOfLink(db, request.body.link)),
    ),
  )

  route('POST /api/personal-data/by-link/file', async (request, reply) => {
    const email = await limits.within(request, PERSONAL_DATA_POLICIES.dataLink, {}, () =>
      addressOfLink(db, request.body.link),
    )
    await limits.count(request, PERSONAL_DATA_POLICIES.dataFile, { account: email })
    return send(reply, (tx) => personOfAddress(tx, email))
  })

  route('PUT /api/personal-data/by-link/deleted', async (request) => {
    const email = await limits.within(request, PERSONAL_DATA_POLICIES.dataLink, {}, () =>
      addressOfLink(db, request.body.link),
    )
    await deleteByAddress(db, email)
    return { message: DELETION.done }
  })

  route('GET /api/personal-data/users/:id', ({ params }, reply) =>
    send(reply, async (tx) => personOfAccount(tx, await accountById(tx, params.id))),
  )

  route('GET /api/personal-data/orders/:id', ({ params }, reply) => send(reply, (tx) => guestOfOrder(tx, params.id)))
}

async function accountById(db: Db, id: string) {
  const [account] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isAccount(users)))
  if (!account) throw notFound(NOT_FOUND.account)
  return account
}
