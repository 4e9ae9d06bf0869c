import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { callerOf } from '#server/shop/accounts/auth.ts'
import { dropCalls } from '../calls.ts'
import { takeUpAdmission } from './admissions.ts'
import { allDrops, createDrop, deleteDrop, editedDrop, endDrop, updateDrop } from './edit-drops.ts'
import { openJoining } from './join-line.ts'
import { shownDrop, shownLine } from './shown-drops.ts'
import { DROPS } from './texts.ts'

/** The calls of visitors on drops. */
export const dropRoutes: ApiRoutes = async (app, { context }) => {
  const { db } = context
  const join = openJoining(context)
  const route = routesOf(app, dropCalls)

  route('GET /api/drops/:slug', async ({ params }) => {
    const { drop } = await shownDrop(db, params.slug)
    return drop
  })

  route('GET /api/drops/:slug/line', ({ params }) => shownLine(db, params.slug))

  route('POST /api/drops/:slug/tickets', (request) => {
    const { slug, robotCheck } = { ...request.params, ...request.body }
    return join(request, slug, robotCheck)
  })

  route('POST /api/drops/:slug/admission', ({ params, body }) => takeUpAdmission(db, params.slug, body.ticket))
}

/** The calls of admins on drops. */
export const adminDropRoutes: ApiRoutes = async (app, { context: { db } }) => {
  const route = routesOf(app, dropCalls)

  route('GET /api/admin/drops', () => allDrops(db))

  route('POST /api/admin/drops', ({ body }) => createDrop(db, body))

  route('GET /api/admin/drops/:id', ({ params }) => editedDrop(db, params.id))

  route('PUT /api/admin/drops/:id', (request) => updateDrop(db, request.params.id, request.body, callerOf(request).id))

  route('PUT /api/admin/drops/:id/ended', (request) => endDrop(db, request.params.id, callerOf(request).id))

  route('DELETE /api/admin/drops/:id', async ({ params }) => ({
    message: DROPS.deleted(await deleteDrop(db, params.id)),
  }))
}
