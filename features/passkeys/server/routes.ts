import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { callerOf } from '#server/shop/accounts/auth.ts'
import { deviceNameOf } from '#server/shop/accounts/device-names.ts'
import { openDeviceMarks } from '#server/shop/accounts/devices.ts'
import { passkeyCalls } from '../calls.ts'
import { addPasskey, optionsToAdd, optionsToSignIn, passkeysOf, removePasskey, signInWithPasskey } from './passkeys.ts'
import { PASSKEY_POLICIES } from './rate-limits.ts'
import { PASSKEYS } from './texts.ts'

export const passkeyRoutes: ApiRoutes = async (app, { context }) => {
  const { db, shopUrl } = context
  const limits = openRateLimits(context)
  const devices = openDeviceMarks(db)
  const route = routesOf(app, passkeyCalls)

  route('GET /api/passkeys', (request) => passkeysOf(db, callerOf(request).id))

  route('POST /api/passkeys/options', (request) => optionsToAdd(db, callerOf(request), shopUrl))

  route('POST /api/passkeys', (request) => addPasskey(db, callerOf(request), request.body, shopUrl))

  route('DELETE /api/passkeys/:id', async (request) => {
    await removePasskey(db, callerOf(request).id, request.params.id)
    return { message: PASSKEYS.removed }
  })

  route('POST /api/passkeys/challenge', async (request) => {
    await limits.count(request, PASSKEY_POLICIES.passkeyChallenge, {})
    return optionsToSignIn(db, shopUrl)
  })

  route('POST /api/passkeys/sign-in', async (request) => {
    const { isTrusted, renews } = request.body
    const signIn = () =>
      signInWithPasskey(db, request.body, shopUrl, { device: deviceNameOf(request), isTrusted, renews })
    const opened = await limits.within(request, PASSKEY_POLICIES.passkeySignIn, {}, signIn)
    request.audited = { userId: opened.user.id }
    return devices.signInResponse(opened)
  })
}
