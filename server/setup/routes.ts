import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AddressProof, AddressProofQuery, Setup, SetupCheck, TestEmail, TestEmailKey } from '#contract/admin/setup.ts'
import { callerOf } from '../accounts/auth.ts'
import type { Context } from '../context.ts'
import { sharedSecret } from '../db/secrets.ts'
import { openRateLimits } from '../rate-limits/rate-limits.ts'
import { shopSettings } from '../settings/settings.ts'
import { addressProof, configuredAddress, testedAddress } from './address-check.ts'
import { backups, disk } from './disk-checks.ts'
import { healthChecks } from './health.ts'
import { configuredMail, queueTestEmail, testedMail } from './mail-check.ts'
import { configuredPayments, testedPayments, webhooks } from './payment-checks.ts'
import { VERSION } from './version.ts'

/** The setup page: what is configured, and tests of it. A test calls the configured hosts and no others. */
export const setupRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  const { db, gateway, shopUrl, setup: facts } = context
  const limits = openRateLimits(context)
  const proofSecret = () => sharedSecret(db, 'address proof')

  app.get('/', { schema: { response: { 200: Setup } } }, async () => {
    const { email, timeZone } = await shopSettings(db)
    const checks = await Promise.all([
      configuredPayments(gateway),
      webhooks(db, gateway, { shopUrl, webhookUrl: facts.webhookUrl, timeZone }),
      configuredMail(facts, email),
      configuredAddress(shopUrl),
      backups(facts, timeZone),
      disk(facts),
    ])
    return { checks: checks.flat(), settingsFile: facts.settingsFile ?? null, version: VERSION }
  })

  app.get('/health', { schema: { response: { 200: Setup } } }, async (request) => {
    await limits.count(request, 'setupTest', { account: callerOf(request).id })
    return { checks: await healthChecks(context), settingsFile: facts.settingsFile ?? null, version: VERSION }
  })

  app.post('/payments', { schema: { response: { 200: SetupCheck } } }, async (request) => {
    await limits.count(request, 'setupTest', { account: callerOf(request).id })
    return testedPayments(gateway)
  })

  app.post('/address', { schema: { response: { 200: SetupCheck } } }, async (request) => {
    await limits.count(request, 'setupTest', { account: callerOf(request).id })
    return testedAddress(shopUrl, await proofSecret())
  })

  app.post('/mail', { schema: { response: { 201: TestEmail } } }, async (request, reply) => {
    const { id } = callerOf(request)
    await limits.count(request, 'testEmail', { account: id })
    return reply.code(201).send(await queueTestEmail(db, id))
  })

  app.get('/mail/:id', { schema: { params: TestEmailKey, response: { 200: SetupCheck } } }, (request) =>
    testedMail(db, facts, { id: request.params.id, userId: callerOf(request).id }),
  )

  app.get(
    '/address-proof',
    { schema: { querystring: AddressProofQuery, response: { 200: AddressProof } } },
    async (request) => addressProof(request, await proofSecret(), request.query.nonce),
  )
}
