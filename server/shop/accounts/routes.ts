import type { FastifyRequest } from 'fastify'
import { accountCalls } from '#contract/calls/accounts.ts'
import { AppError } from '#server/errors.ts'
import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { queueAccountMail } from '#server/shop/notifications/queue.ts'
import { POLICIES } from '#server/shop/rate-limits/policies.ts'
import { isReserved, redeemAdminLink } from './admin-links.ts'
import { changeUser, usersPage } from './admin-users.ts'
import { apiKeysOf, createApiKey, revokeApiKey } from './api-keys.ts'
import { bearerToken, callerOf } from './auth.ts'
import { deviceNameOf } from './device-names.ts'
import { openDeviceMarks } from './devices.ts'
import { openGuestLimits } from './guest-limits.ts'
import { createGuest, keepGuest } from './guests.ts'
import { requestReset, requireValidReset, resetPasswordByToken } from './password-resets.ts'
import { openOwnRobotCheck, openRobotCheck } from './robot-check.ts'
import { robotCheckSetup } from './robot-check-setup.ts'
import { endOtherSessions, endSession, endSessionOf, sessionsOf } from './sessions.ts'
import { API_KEYS, PASSWORDS, PROFILE, SIGN_IN } from './texts.ts'
import {
  changeProfile,
  confirmNewAddress,
  newAddressOf,
  register,
  requireCurrentPassword,
  type SignIn,
  signIn,
  userByEmail,
  userForCaller,
} from './users.ts'

export const accountRoutes: ApiRoutes = async (app, { context }) => {
  const { db } = context
  const limits = openRateLimits(context)
  const robots = openRobotCheck(context)
  const ownRobots = openOwnRobotCheck(context)
  const devices = openDeviceMarks(db)
  const withinGuestLimits = openGuestLimits(context)

  /** Tells the owner of an address, at most once a day, that they already have an account. */
  const queueOwnerMail = async (request: FastifyRequest, account: string) => {
    const owner = await userByEmail(db, account)
    if (!owner || (await limits.isFull(request, POLICIES.takenAddressMail, { account }))) return
    await queueAccountMail(db, 'address_registered', owner.email)
  }

  /** Counts a new account, and tells the owner of an address that is taken. */
  const openAccount = (request: FastifyRequest, email: string, work: () => Promise<SignIn>) => {
    const open = () => limits.within(request, POLICIES.takenAddress, {}, work)
    return limits.within(request, POLICIES.registration, {}, open).catch(async (error: unknown) => {
      if (error instanceof AppError && error.code === 'registration_refused') await queueOwnerMail(request, email)
      throw error
    })
  }
  const route = routesOf(app, accountCalls)

  route('POST /api/users', async (request) => {
    await robots.requireRobotCheck(request, request.body.robotCheck)
    const opened = await openAccount(request, request.body.email, async () =>
      register(db, request.body, await isReserved(context, request.body.email), deviceNameOf(request)),
    )
    return devices.signInResponse(opened)
  })

  route('POST /api/users/guest', async (request) => {
    const opened = await withinGuestLimits(request, request.body, () => createGuest(db, request.body))
    return devices.signInResponse(opened)
  })

  route('PUT /api/users/guest', async (request) => {
    const caller = callerOf(request)
    const { password, robotCheck } = request.body
    const keep = () =>
      openAccount(request, caller.email, async () =>
        keepGuest(db, caller, password, await isReserved(context, caller.email)),
      )
    return devices.signInResponse(
      await ownRobots.withRobotCheckWhenAsked(request, POLICIES.uncheckedKeptGuest, {}, robotCheck, keep),
    )
  })

  route('GET /api/users', ({ query }) => usersPage(db, query))

  route('POST /api/users/login', async (request) => {
    const { email, robotCheck, devices: marks, isTrusted, renews } = request.body
    const found = userByEmail(db, email)
    // A browser with a device mark has its own counter, so that strangers who guess passwords do not lock it out.
    const known = await found
    request.audited = { userId: known?.id }
    const mark = await devices.knownMark(known, marks)
    const account = mark ?? email
    const device = deviceNameOf(request)
    const check = () =>
      robots.withRobotCheckWhenAsked(request, POLICIES.uncheckedSignIn, { account }, robotCheck, () =>
        signIn(db, request.body, { found, isKnown: mark !== undefined }, { device, isTrusted, renews }),
      )
    return devices.signInResponse(await limits.within(request, POLICIES.signIn, { account }, check))
  })

  route('GET /api/users/robot-check', async () => robotCheckSetup(context.robotCheck))

  route('GET /api/users/robot-check/challenge', ownRobots.challenge)

  route('POST /api/users/first-admin', async (request) => {
    const opened = await limits.within(request, POLICIES.adminLink, {}, () =>
      redeemAdminLink(db, request.body, deviceNameOf(request)),
    )
    request.audited = { userId: opened.user.id }
    return devices.signInResponse(opened)
  })

  route('POST /api/users/logout', async (request) => {
    await endSession(db, callerOf(request))
    return { message: SIGN_IN.signedOut }
  })

  route('GET /api/users/sessions', (request) => sessionsOf(db, callerOf(request)))

  route('DELETE /api/users/sessions/:id', async (request) => {
    await endSessionOf(db, callerOf(request), request.params.id)
    return { message: SIGN_IN.deviceSignedOut }
  })

  route('DELETE /api/users/sessions', async (request) => {
    await endOtherSessions(db, callerOf(request))
    return { message: SIGN_IN.signedOutElsewhere }
  })

  route('GET /api/users/api-keys', (request) => apiKeysOf(db, callerOf(request).id))

  route('POST /api/users/api-keys', (request) => createApiKey(db, callerOf(request), request.body))

  route('DELETE /api/users/api-keys/:id', async (request) => {
    await revokeApiKey(db, callerOf(request).id, request.params.id)
    return { message: API_KEYS.revoked }
  })

  route('POST /api/users/forgot-password', async (request) => {
    const { email } = request.body
    await limits.count(request, POLICIES.resetMail, { account: email })
    await requestReset(db, email)
    return { message: PASSWORDS.resetRequested }
  })

  route('GET /api/users/forgot-password-reset/:token', async (request) => {
    await limits.count(request, POLICIES.resetCheck, {})
    await requireValidReset(db, request.params.token)
    return { message: PASSWORDS.linkValid }
  })

  route('POST /api/users/forgot-password-reset/:token', async (request) => {
    const { params, body } = request
    const work = () => resetPasswordByToken(db, params.token, body.password)
    request.audited = { userId: await limits.within(request, POLICIES.reset, {}, work) }
    return { message: PASSWORDS.changed }
  })

  route('GET /api/users/:id', (request) => userForCaller(db, request.params.id, callerOf(request)))

  route('PUT /api/users/profile', async (request) => {
    const { body } = request
    const caller = callerOf(request)
    const check = () => requireCurrentPassword(db, caller, body)
    await limits.within(request, POLICIES.currentPassword, { account: caller.id }, check)
    const account = newAddressOf(caller, body)
    if (account && (await isReserved(context, account))) throw new AppError('email_refused', PROFILE.emailRefused)
    if (account) await limits.count(request, POLICIES.emailCodeMail, { account })
    if (body.password) request.audited = { kind: 'account_changed' }
    return devices.signInResponse(await changeProfile(db, caller, bearerToken(request), body))
  })

  route('PUT /api/users/profile/email', async (request) => {
    const caller = callerOf(request)
    const confirm = () => confirmNewAddress(db, caller, request.body)
    return devices.signInResponse(await limits.within(request, POLICIES.emailCode, { account: caller.id }, confirm))
  })

  route('PUT /api/users/:id', (request) =>
    changeUser(db, callerOf(request), request.params.id, request.body, (kind) => (request.audited = { kind })),
  )
}
