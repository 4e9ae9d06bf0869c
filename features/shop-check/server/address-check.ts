// The shop calls itself at its public address. The answer has to prove that it comes from this shop, and tells whether
// the proxies on the way are trusted.
import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { SetupCheck } from '#contract/admin/setup-checks.ts'
import type { Db } from '#server/platform/db/client.ts'
import { sharedSecret } from '#server/platform/db/secrets.ts'
import { isLoopback } from '#server/platform/lib/loopback.ts'
import { signatureOf } from '#server/platform/lib/signatures.ts'
import { good, todo, untestedCheck } from '#server/shop/desk/check.ts'
import { AddressProof } from '../contract.ts'
import { ADDRESS_SETUP } from './texts.ts'

const PATIENCE_MS = 8_000
const PROXY_LINE = 'TRUST_PROXY=127.0.0.1'
const PUBLIC_LINES = ['SHOP_URL=https://your.shop', PROXY_LINE]
const PATH = '/api/setup/address-proof'

/** The secret by which an answer proves that it comes from this shop. */
export const proofSecret = (db: Db) => sharedSecret(db, 'address proof')

/** Whether people can open the shop, by the configuration alone. */
export function configuredAddress(shopUrl: string): SetupCheck {
  const { protocol, hostname } = new URL(shopUrl)
  if (isLoopback(hostname)) return todo('address', ADDRESS_SETUP.local(shopUrl), ADDRESS_SETUP.move, PUBLIC_LINES)
  if (protocol !== 'https:')
    return todo('address', ADDRESS_SETUP.unencrypted(shopUrl), ADDRESS_SETUP.encrypt, PUBLIC_LINES)
  return untestedCheck('address', ADDRESS_SETUP.untested(shopUrl))
}

/** Tests the public address, if there is one. */
export async function testedAddress(shopUrl: string, secret: string): Promise<SetupCheck> {
  const addressCheck = configuredAddress(shopUrl)
  return addressCheck.state === 'todo' ? addressCheck : askedAddress(shopUrl, secret)
}

/** Asks the shop at this address. It asks no other host, and follows no redirect. */
export async function askedAddress(shopUrl: string, secret: string): Promise<SetupCheck> {
  const nonce = randomBytes(16).toString('base64url')
  const answer = await answerOf(`${shopUrl}${PATH}?nonce=${nonce}`)
  if ('code' in answer) return unreachable(shopUrl, answer.code)
  if (answer.proof !== signatureOf(secret, nonce))
    return todo('address', ADDRESS_SETUP.otherSite(shopUrl), ADDRESS_SETUP.checkName, [`SHOP_URL=${shopUrl}`])
  if (answer.proxy === 'unknown')
    return todo('address', ADDRESS_SETUP.unknownProxy(shopUrl), ADDRESS_SETUP.trustProxy, [PROXY_LINE])
  return good('address', ADDRESS_SETUP.works(shopUrl))
}

/** What the shop answers to its own request. */
export const addressProof = (request: FastifyRequest, secret: string, nonce: string): AddressProof => ({
  proof: signatureOf(secret, nonce),
  proxy: proxyOf(request),
})

function proxyOf({ headers, ips = [] }: FastifyRequest) {
  if (headers['x-forwarded-for'] === undefined) return 'none'
  // With a trusted proxy, the client's address comes after that of the connection.
  return ips.length > 1 ? 'trusted' : 'unknown'
}

const NOT_THE_SHOP: AddressProof = { proof: '', proxy: 'none' }

/** The answer; one without proof when something else answers; the error's code when nothing does. */
async function answerOf(url: string): Promise<AddressProof | { code: string }> {
  try {
    const reply = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) })
    const body: unknown = reply.ok ? await reply.json().catch(() => null) : null
    if (!reply.ok) await reply.body?.cancel()
    return AddressProof.safeParse(body).data ?? NOT_THE_SHOP
  } catch (error) {
    const { name, cause } = error as { name: string; cause?: { code?: string } }
    return { code: name === 'TimeoutError' ? 'ETIMEDOUT' : (cause?.code ?? 'ECONNRESET') }
  }
}

function unreachable(shopUrl: string, code: string) {
  const { hostname } = new URL(shopUrl)
  if (['ENOTFOUND', 'EAI_AGAIN'].includes(code))
    return todo('address', ADDRESS_SETUP.noName(hostname), ADDRESS_SETUP.addRecord)
  if (/CERT|TLS|SSL/.test(code))
    return todo('address', ADDRESS_SETUP.badCertificate(hostname, code), ADDRESS_SETUP.checkCertificate)
  return todo('address', ADDRESS_SETUP.noAnswer(shopUrl, code), ADDRESS_SETUP.checkPorts)
}
