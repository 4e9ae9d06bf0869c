import { AppError } from '#server/errors.ts'
import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { VERSION } from '#server/platform/lib/version.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { callerOf } from '#server/shop/accounts/auth.ts'
import { addedChecks } from '#server/shop/desk/desk-hooks.ts'
import { POLICIES } from '#server/shop/rate-limits/policies.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { setupCalls } from '../calls.ts'
import { addressProof, configuredAddress, proofSecret, testedAddress } from './address-check.ts'
import {
  enteredSquareLocations,
  mailSettings,
  paymentSettings,
  saveConnection,
  shownConnections,
  testedMailEntry,
  testedPaymentsEntry,
} from './connections.ts'
import { disk } from './disk-checks.ts'
import { healthChecks } from './health.ts'
import { configuredMail, queueTestEmail, testedMail } from './mail-check.ts'
import { configuredPayments, testedPayments, webhooks } from './payment-checks.ts'
import { SETUP_POLICIES } from './rate-limits.ts'
import { CONNECTIONS_SETUP } from './texts.ts'

const RESTART_MS = 300

/** The setup page: what is configured, and tests of it. A test calls the configured hosts and no others. */
export const setupRoutes: ApiRoutes = async (app, { context }) => {
  const { db, gateway, shopUrl, setup: facts } = context
  const limits = openRateLimits(context)
  const route = routesOf(app, setupCalls)

  route('GET /api/setup', async () => {
    const { email, timeZone } = await shopSettings(db)
    const checks = await Promise.all([
      configuredPayments(gateway),
      webhooks(db, gateway, { shopUrl, webhookUrl: facts.webhookUrl, timeZone }),
      configuredMail(facts, email),
      configuredAddress(shopUrl),
      addedChecks(context, timeZone, 'setup'),
      disk(facts),
    ])
    return { checks: checks.flat(), settingsFile: facts.settingsFile ?? null, version: VERSION }
  })

  route('GET /api/setup/health', async (request) => {
    await limits.count(request, POLICIES.setupTest, { account: callerOf(request).id })
    return { checks: await healthChecks(context), settingsFile: facts.settingsFile ?? null, version: VERSION }
  })

  route('POST /api/setup/payments', async (request) => {
    await limits.count(request, POLICIES.setupTest, { account: callerOf(request).id })
    return testedPayments(gateway)
  })

  route('POST /api/setup/address', async (request) => {
    await limits.count(request, POLICIES.setupTest, { account: callerOf(request).id })
    return testedAddress(shopUrl, await proofSecret(db))
  })

  route('POST /api/setup/mail', async (request) => {
    const { id } = callerOf(request)
    await limits.count(request, SETUP_POLICIES.testEmail, { account: id })
    return queueTestEmail(db, id)
  })

  route('GET /api/setup/mail/:id', (request) =>
    testedMail(db, facts, { id: request.params.id, userId: callerOf(request).id }),
  )

  const { connections } = context

  route('GET /api/setup/connections', () => shownConnections(connections))

  route('PUT /api/setup/connections/payments', async ({ body }) => {
    await saveConnection(connections, 'payments', await paymentSettings(connections, shopUrl, body))
    return shownConnections(connections)
  })

  route('PUT /api/setup/connections/mail', async ({ body }) => {
    await saveConnection(connections, 'mail', await mailSettings(connections, body))
    return shownConnections(connections)
  })

  route('DELETE /api/setup/connections/:name', async ({ params: { name } }) => {
    await saveConnection(connections, name, null)
    return shownConnections(connections)
  })

  route('POST /api/setup/connections/payments/test', async (request) => {
    await limits.count(request, POLICIES.setupTest, { account: callerOf(request).id })
    return testedPaymentsEntry(connections, await paymentSettings(connections, shopUrl, request.body))
  })

  route('POST /api/setup/connections/payments/locations', async (request) => {
    await limits.count(request, POLICIES.setupTest, { account: callerOf(request).id })
    return { locations: await enteredSquareLocations(connections, request.body) }
  })

  route('POST /api/setup/connections/mail/test', async (request) => {
    const { id: userId } = callerOf(request)
    await limits.count(request, SETUP_POLICIES.testEmail, { account: userId })
    return testedMailEntry(connections, await mailSettings(connections, request.body), { db, shopUrl, userId })
  })

  route('POST /api/setup/restart', async () => {
    if (!connections.restart) throw new AppError('restart_unavailable', CONNECTIONS_SETUP.noRestart)
    // After the answer has left.
    setTimeout(connections.restart, RESTART_MS)
    return null
  })

  route('GET /api/setup/guide/:page', async ({ params: { page } }) => (await import('./guide.ts')).guidePage(page))

  route('GET /api/setup/address-proof', async (request) =>
    addressProof(request, await proofSecret(db), request.query.nonce),
  )
}
