import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { callerOf } from '#server/shop/accounts/auth.ts'
import { pushCalls } from '../calls.ts'
import { addDevice, chooseEvents, devicesOf, removeDevice, requireDevice } from './devices.ts'
import { writeTestNotice } from './notices.ts'
import { PUSH_POLICIES } from './rate-limits.ts'
import { PUSH } from './texts.ts'

/** The devices on which the caller gets notices of the shop. */
export const pushRoutes: ApiRoutes = async (app, { context }) => {
  const { db, pushHosts = [] } = context
  const limits = openRateLimits(context)
  const route = routesOf(app, pushCalls)

  route('GET /api/push-devices', (request) => devicesOf(db, callerOf(request)))

  route('POST /api/push-devices', async (request) => {
    const caller = callerOf(request)
    await limits.count(request, PUSH_POLICIES.pushDevice, { account: caller.id })
    return addDevice(db, caller, request.body, { allowed: pushHosts })
  })

  route('PUT /api/push-devices/:id', (request) =>
    chooseEvents(db, callerOf(request), request.params.id, request.body.events),
  )

  route('DELETE /api/push-devices/:id', async (request) => {
    await removeDevice(db, callerOf(request), request.params.id)
    return { message: PUSH.removed }
  })

  route('POST /api/push-devices/:id/test', async (request) => {
    const caller = callerOf(request)
    await limits.count(request, PUSH_POLICIES.pushTest, { account: caller.id })
    await requireDevice(db, caller, request.params.id)
    await writeTestNotice(db, request.params.id)
    return { message: PUSH.testSent }
  })
}
