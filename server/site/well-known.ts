// Addresses that programs know by heart: RFC 9116 (security.txt) and the W3C's change-password URL.
import type { FastifyInstance } from 'fastify'
import type { ShopInfo } from '#contract/shop-info.ts'
import type { PublicReads } from './public-data.ts'

type Options = { reads: Pick<PublicReads, 'shop'>; shopUrl: string }

const SECURITY_TXT = '/.well-known/security.txt'

/** Serves where to report a security problem, and leads password managers to the page that changes a password. */
export function serveWellKnown(app: FastifyInstance, { reads, shopUrl }: Options) {
  const routeOptions = { schema: { hide: true } }
  app.get(SECURITY_TXT, routeOptions, async (_, reply) => {
    const contacts = contactsOf(shopUrl, (await reads.shop()).value)
    if (contacts.length === 0) return reply.callNotFound()
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=86400')
    return securityText(shopUrl, contacts, new Date())
  })
  app.get('/.well-known/change-password', routeOptions, (_, reply) => reply.redirect('/profile', 302))
}

/** The owner's address, and the contact page of a shop behind https, which the RFC asks of web addresses. */
const contactsOf = (shopUrl: string, { email }: Pick<ShopInfo, 'email'>) => [
  ...(email ? [`mailto:${email}`] : []),
  ...(shopUrl.startsWith('https:') ? [`${shopUrl}/contact`] : []),
]

/** The RFC's fields. It wants them to expire within a year. */
function securityText(shopUrl: string, contacts: string[], today: Date) {
  const expires = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + EXPIRES_MONTHS, 1))
  return [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${shopUrl}${SECURITY_TXT}`,
    '',
  ].join('\n')
}

const EXPIRES_MONTHS = 6
