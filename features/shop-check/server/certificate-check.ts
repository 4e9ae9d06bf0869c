// Until when browsers accept the certificate of the public address.
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { SetupCheck } from '#contract/admin/setup-checks.ts'
import { formatMoment } from '#contract/dates.ts'
import { good, todo } from '#server/shop/desk/check.ts'
import { CERTIFICATE_HEALTH } from './texts.ts'

const PATIENCE_MS = 8_000
const DAY_MS = 86_400_000
/** Proxies renew a certificate a month before its end. */
const LEAST_DAYS = 14

/** The end of the certificate at `shopUrl`; none without https, or when nothing answers, which the check of the address says. */
export async function certificate(shopUrl: string, timeZone: string, now = Date.now()): Promise<SetupCheck[]> {
  const end = await certificateEnd(shopUrl)
  if (!end) return []
  const moment = formatMoment(end, timeZone)
  const isClose = end.getTime() - now < LEAST_DAYS * DAY_MS
  return [
    isClose
      ? todo('certificate', CERTIFICATE_HEALTH.ends(moment), CERTIFICATE_HEALTH.renew)
      : good('certificate', CERTIFICATE_HEALTH.ends(moment)),
  ]
}

/** The last moment of the certificate that the server shows, whether it is trusted or not. */
async function certificateEnd(shopUrl: string): Promise<Date | undefined> {
  const { protocol, hostname, port } = new URL(shopUrl)
  if (protocol !== 'https:') return undefined
  const host = hostname.replace(/^\[|\]$/g, '')
  // The address is tested beside this, with a check of the certificate; here only its date is read.
  const socket = connect({
    host,
    port: Number(port || 443),
    servername: isName(host) ? host : '',
    rejectUnauthorized: false,
  })
  try {
    return await new Promise((resolve) => {
      socket.setTimeout(PATIENCE_MS, () => resolve(undefined))
      socket.once('error', () => resolve(undefined))
      socket.once('secureConnect', () => {
        const end = new Date(socket.getPeerCertificate().valid_to)
        resolve(Number.isNaN(end.getTime()) ? undefined : end)
      })
    })
  } finally {
    socket.destroy()
  }
}

/** An IP address is no server name (RFC 6066). */
const isName = (host: string) => isIP(host) === 0
