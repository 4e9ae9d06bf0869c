import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AdminDrops, DropId, DropUpdate, EditedDrop, NewDrop } from '#contract/admin/drops.ts'
import { Admission, Drop, DropKey, GivenTicket, Line, NewTicket, TakenUp } from '#contract/drops.ts'
import { Done } from '#contract/users.ts'
import { callerOf } from '../accounts/auth.ts'
import type { Context } from '../context.ts'
import { DROPS } from '../texts/drops.ts'
import { takeUpAdmission } from './admissions.ts'
import { allDrops, createDrop, deleteDrop, editedDrop, endDrop, updateDrop } from './edit-drops.ts'
import { openJoining } from './join-line.ts'
import { shownDrop, shownLine } from './shown-drops.ts'

/** The calls of visitors on drops. */
export const dropRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  const { db } = context
  const join = openJoining(context)

  app.get('/:slug', { schema: { params: DropKey, response: { 200: Drop } } }, async ({ params }) => {
    const { drop } = await shownDrop(db, params.slug)
    return drop
  })

  app.get('/:slug/line', { schema: { params: DropKey, response: { 200: Line } } }, ({ params }) =>
    shownLine(db, params.slug),
  )

  app.post('/:slug/tickets', {
    schema: { params: DropKey, body: NewTicket, response: { 201: GivenTicket } },
    async handler(request, reply) {
      const { slug, robotCheck } = { ...request.params, ...request.body }
      return reply.code(201).send(await join(request, slug, robotCheck))
    },
  })

  app.post('/:slug/admission', {
    schema: { params: DropKey, body: TakenUp, response: { 200: Admission } },
    handler: ({ params, body }) => takeUpAdmission(db, params.slug, body.ticket),
  })
}

/** The calls of admins on drops. */
export const adminDropRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context: { db } }) => {
  app.get('/', { schema: { response: { 200: AdminDrops } } }, () => allDrops(db))

  app.post('/', {
    schema: { body: NewDrop, response: { 201: EditedDrop } },
    handler: async ({ body }, reply) => reply.code(201).send(await createDrop(db, body)),
  })

  app.get('/:id', { schema: { params: DropId, response: { 200: EditedDrop } } }, ({ params }) =>
    editedDrop(db, params.id),
  )

  app.put('/:id', {
    schema: { params: DropId, body: DropUpdate, response: { 200: EditedDrop } },
    handler: (request) => updateDrop(db, request.params.id, request.body, callerOf(request).id),
  })

  app.put('/:id/ended', {
    schema: { params: DropId, response: { 200: EditedDrop } },
    handler: (request) => endDrop(db, request.params.id, callerOf(request).id),
  })

  app.delete('/:id', { schema: { params: DropId, response: { 200: Done } } }, async ({ params }) => ({
    message: DROPS.deleted(await deleteDrop(db, params.id)),
  }))
}
