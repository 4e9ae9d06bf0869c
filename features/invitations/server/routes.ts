import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { callerOf } from '#server/shop/accounts/auth.ts'
import { deviceNameOf } from '#server/shop/accounts/device-names.ts'
import { openDeviceMarks } from '#server/shop/accounts/devices.ts'
import { invitationCalls } from '../calls.ts'
import {
  acceptInvitation,
  createInvitedAccount,
  invite,
  openedInvitation,
  openInvitations,
  revokeInvitation,
} from './invitations.ts'
import { INVITATION_POLICIES } from './rate-limits.ts'
import { INVITATIONS } from './texts.ts'

export const invitationRoutes: ApiRoutes = async (app, { context }) => {
  const { db } = context
  const limits = openRateLimits(context)
  const devices = openDeviceMarks(db)
  const route = routesOf(app, invitationCalls)

  route('GET /api/invitations', () => openInvitations(db))

  route('POST /api/invitations', async (request) => {
    const caller = callerOf(request)
    await limits.count(request, INVITATION_POLICIES.invitation, { account: caller.id })
    return invite(db, request.body, caller)
  })

  route('DELETE /api/invitations/:id', async ({ params }) => {
    await revokeInvitation(db, params.id)
    return { message: INVITATIONS.revoked }
  })

  route('POST /api/invitations/opened', (request) =>
    limits.within(request, INVITATION_POLICIES.invitationLink, {}, () => openedInvitation(db, request.body.key)),
  )

  route('POST /api/invitations/account', async (request) => {
    const create = () => createInvitedAccount(db, request.body, deviceNameOf(request))
    const opened = await limits.within(request, INVITATION_POLICIES.invitationLink, {}, create)
    request.audited = { userId: opened.user.id }
    return devices.signInResponse(opened)
  })

  route('POST /api/invitations/accepted', async (request) => {
    const accept = () => acceptInvitation(db, request.body.key, callerOf(request))
    return devices.signInResponse(await limits.within(request, INVITATION_POLICIES.invitationLink, {}, accept))
  })
}
