import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { userDeleted } from '#contract/admin/texts.ts'
import { UserId, UserPage, UserQuery, UserUpdate } from '#contract/admin/users.ts'
import { ApiKeyId, ApiKeys, CreatedApiKey, NewApiKey } from '#contract/api-keys.ts'
import { RobotChallenge, RobotCheckSetup } from '#contract/robot-check.ts'
import {
  Credentials,
  Done,
  FirstAdmin,
  ForgottenPassword,
  KeptGuest,
  NewAddress,
  NewGuest,
  PasswordReset,
  ProfileUpdate,
  Registration,
  ResetKey,
  SignedIn,
  UserDetails,
  UserKey,
} from '#contract/users.ts'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { queueAccountMail } from '../mail/outbox.ts'
import { openRateLimits } from '../rate-limits/rate-limits.ts'
import { API_KEYS, PASSWORDS, PROFILE, SIGN_IN } from '../texts/accounts.ts'
import { isReserved, redeemAdminLink } from './admin-links.ts'
import { changeUser, deleteUser, usersPage } from './admin-users.ts'
import { apiKeysOf, createApiKey, revokeApiKey } from './api-keys.ts'
import { bearerToken, callerOf } from './auth.ts'
import { openDeviceMarks } from './devices.ts'
import { openGuestLimits } from './guest-limits.ts'
import { createGuest, keepGuest } from './guests.ts'
import { requestReset, requireValidReset, resetPasswordByToken } from './password-resets.ts'
import { openOwnRobotCheck, openRobotCheck } from './robot-check.ts'
import { robotCheckSetup } from './robot-check-setup.ts'
import { endOtherSessions, endSession } from './sessions.ts'
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

export const accountRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  const { db } = context
  const limits = openRateLimits(context)
  const robots = openRobotCheck(context)
  const ownRobots = openOwnRobotCheck(context)
  const devices = openDeviceMarks(db)
  const withinGuestLimits = openGuestLimits(context)

  /** Tells the owner of an address, at most once a day, that they already have an account. */
  const queueOwnerMail = async (request: FastifyRequest, account: string) => {
    const owner = await userByEmail(db, account)
    if (!owner || (await limits.isFull(request, 'takenAddressMail', { account }))) return
    await queueAccountMail(db, 'address_registered', owner.email)
  }

  /** Counts a new account, and tells the owner of an address that is taken. */
  const openAccount = (request: FastifyRequest, email: string, work: () => Promise<SignIn>) => {
    const open = () => limits.within(request, 'takenAddress', {}, work)
    return limits.within(request, 'registration', {}, open).catch(async (error: unknown) => {
      if (error instanceof AppError && error.code === 'registration_refused') await queueOwnerMail(request, email)
      throw error
    })
  }

  app.post('/', { schema: { body: Registration, response: { 201: SignedIn } } }, async (request, reply) => {
    await robots.requireRobotCheck(request, request.body.robotCheck)
    const opened = await openAccount(request, request.body.email, async () =>
      register(db, request.body, await isReserved(context, request.body.email)),
    )
    return reply.code(201).send(await devices.signInResponse(opened))
  })

  app.post('/guest', { schema: { body: NewGuest, response: { 201: SignedIn } } }, async (request, reply) => {
    const opened = await withinGuestLimits(request, request.body, () => createGuest(db, request.body))
    return reply.code(201).send(await devices.signInResponse(opened))
  })

  app.put('/guest', { schema: { body: KeptGuest, response: { 200: SignedIn } } }, async (request) => {
    const caller = callerOf(request)
    const { password, robotCheck } = request.body
    const keep = () =>
      openAccount(request, caller.email, async () =>
        keepGuest(db, caller, password, await isReserved(context, caller.email)),
      )
    return devices.signInResponse(
      await ownRobots.withRobotCheckWhenAsked(request, 'uncheckedKeptGuest', {}, robotCheck, keep),
    )
  })

  app.get('/', { schema: { querystring: UserQuery, response: { 200: UserPage } } }, ({ query }) => usersPage(db, query))

  app.post('/login', { schema: { body: Credentials, response: { 200: SignedIn } } }, async (request) => {
    const { email, robotCheck, devices: marks } = request.body
    const found = userByEmail(db, email)
    // A browser with a device mark has its own counter, so that strangers who guess passwords do not lock it out.
    const known = await found
    request.audited = { userId: known?.id }
    const mark = await devices.knownMark(known, marks)
    const account = mark ?? email
    const check = () =>
      robots.withRobotCheckWhenAsked(request, 'uncheckedSignIn', { account }, robotCheck, () =>
        signIn(db, request.body, { found, isKnown: mark !== undefined }),
      )
    return devices.signInResponse(await limits.within(request, 'signIn', { account }, check))
  })

  app.get('/robot-check', { schema: { response: { 200: RobotCheckSetup } } }, async () =>
    robotCheckSetup(context.robotCheck),
  )

  app.get('/robot-check/challenge', { schema: { response: { 200: RobotChallenge } } }, ownRobots.challenge)

  app.post('/first-admin', { schema: { body: FirstAdmin, response: { 201: SignedIn } } }, async (request, reply) => {
    const opened = await limits.within(request, 'adminLink', {}, () => redeemAdminLink(db, request.body))
    request.audited = { userId: opened.user.id }
    return reply.code(201).send(await devices.signInResponse(opened))
  })

  app.post('/logout', { schema: { response: { 200: Done } } }, async (request) => {
    await endSession(db, callerOf(request))
    return { message: SIGN_IN.signedOut }
  })

  app.delete('/sessions', { schema: { response: { 200: Done } } }, async (request) => {
    await endOtherSessions(db, callerOf(request))
    return { message: SIGN_IN.signedOutElsewhere }
  })

  app.get('/api-keys', { schema: { response: { 200: ApiKeys } } }, (request) => apiKeysOf(db, callerOf(request).id))

  app.post('/api-keys', { schema: { body: NewApiKey, response: { 201: CreatedApiKey } } }, async (request, reply) =>
    reply.code(201).send(await createApiKey(db, callerOf(request), request.body)),
  )

  app.delete('/api-keys/:id', { schema: { params: ApiKeyId, response: { 200: Done } } }, async (request) => {
    await revokeApiKey(db, callerOf(request).id, request.params.id)
    return { message: API_KEYS.revoked }
  })

  app.post('/forgot-password', { schema: { body: ForgottenPassword, response: { 200: Done } } }, async (request) => {
    const { email } = request.body
    await limits.count(request, 'resetMail', { account: email })
    await requestReset(db, email)
    return { message: PASSWORDS.resetRequested }
  })

  const reset = '/forgot-password-reset/:token'
  app.get(reset, { schema: { params: ResetKey, response: { 200: Done } } }, async (request) => {
    await limits.count(request, 'resetCheck', {})
    await requireValidReset(db, request.params.token)
    return { message: PASSWORDS.linkValid }
  })

  app.post(reset, { schema: { params: ResetKey, body: PasswordReset, response: { 200: Done } } }, async (request) => {
    const { params, body } = request
    const work = () => resetPasswordByToken(db, params.token, body.password)
    request.audited = { userId: await limits.within(request, 'reset', {}, work) }
    return { message: PASSWORDS.changed }
  })

  app.get('/:id', { schema: { params: UserKey, response: { 200: UserDetails } } }, (request) =>
    userForCaller(db, request.params.id, callerOf(request)),
  )

  app.put('/profile', { schema: { body: ProfileUpdate, response: { 200: SignedIn } } }, async (request) => {
    const { body } = request
    const caller = callerOf(request)
    const check = () => requireCurrentPassword(db, caller, body)
    await limits.within(request, 'currentPassword', { account: caller.id }, check)
    const account = newAddressOf(caller, body)
    if (account && (await isReserved(context, account))) throw new AppError('email_refused', PROFILE.emailRefused)
    if (account) await limits.count(request, 'emailCodeMail', { account })
    if (body.password) request.audited = { kind: 'account_changed' }
    return devices.signInResponse(await changeProfile(db, caller, bearerToken(request), body))
  })

  app.put('/profile/email', { schema: { body: NewAddress, response: { 200: SignedIn } } }, async (request) => {
    const caller = callerOf(request)
    const confirm = () => confirmNewAddress(db, caller, request.body)
    return devices.signInResponse(await limits.within(request, 'emailCode', { account: caller.id }, confirm))
  })

  app.put('/:id', { schema: { params: UserId, body: UserUpdate, response: { 200: UserDetails } } }, (request) =>
    changeUser(db, callerOf(request), request.params.id, request.body, (kind) => (request.audited = { kind })),
  )

  app.delete('/:id', { schema: { params: UserId, response: { 200: Done } } }, async (request) => {
    const { name } = await deleteUser(db, callerOf(request), request.params.id)
    return { message: userDeleted(name) }
  })
}
