// A stand-in of the push services of browsers: it takes messages as they do, and checks who sends them.
import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BrowserKeys, decryptedPush } from './decrypted-push.ts'

/** A message as it came: its text is what the browser decrypts. */
export type ReceivedPush = {
  path: string
  headers: IncomingHttpHeaders
  message: { title: string; body: string; path: string; tag: string }
}

let made = 0

/** A new subscription at a push service: what the browser tells the shop of it, and its own keys. */
export function browserSubscription(service: string) {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys()
  const keys: BrowserKeys = { privateKey: pair.getPrivateKey(), publicKey, auth: randomBytes(16) }
  const endpoint = `${service}/send/${++made}-${randomBytes(8).toString('hex')}`
  const shownKeys = { p256dh: publicKey.toString('base64url'), auth: keys.auth.toString('base64url') }
  return { keys, device: { endpoint, keys: shownKeys, name: 'Chrome on Android' } }
}

/** Starts a push service on this machine. `answer` is the status for each path; `refused` says why a sender was refused. */
export async function openPushService() {
  const subscriptions = new Map<string, { keys: BrowserKeys; publicKey: string }>()
  const received: ReceivedPush[] = []
  const refused: string[] = []
  const answers = new Map<string, number[]>()
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { url: path = '', headers } = request
    const status = answers.get(path)?.shift()
    if (status) return reply.writeHead(status, status === 302 ? { location: 'http://169.254.169.254/' } : {}).end()
    const subscription = subscriptions.get(path)
    if (!subscription) return reply.writeHead(410).end()
    const problem = senderProblem(headers, subscription.publicKey, `http://${headers.host}`)
    if (problem) {
      refused.push(problem)
      return reply.writeHead(403).end()
    }
    received.push({ path, headers, message: JSON.parse(decryptedPush(Buffer.concat(chunks), subscription.keys)) })
    return reply.writeHead(201).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}`,
    received,
    refused,
    /** Subscribes a browser with the key of a shop; returns what it tells that shop. */
    subscribe(publicKey: string) {
      const { keys, device } = browserSubscription(`http://${host}`)
      subscriptions.set(new URL(device.endpoint).pathname, { keys, publicKey })
      return { ...device, publicKey }
    },
    /** Answers the next messages to an endpoint with these statuses. */
    answerWith: (endpoint: string, ...statuses: number[]) => answers.set(new URL(endpoint).pathname, statuses),
    /** Ends a subscription, as a browser does. */
    unsubscribe: (endpoint: string) => subscriptions.delete(new URL(endpoint).pathname),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const AUTHORIZATION_PATTERN = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/

/** What is wrong with the sender of a message (RFC 8292); undefined when it is the shop with this key. */
function senderProblem(headers: IncomingHttpHeaders, publicKey: string, audience: string) {
  const [, head = '', claims = '', signature = '', key = ''] =
    AUTHORIZATION_PATTERN.exec(headers.authorization ?? '') ?? []
  if (key !== publicKey) return 'another key'
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const verifier = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } as JsonWebKey })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: verifier, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) return 'not signed'
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  if (aud !== audience) return `meant for ${aud}`
  const secondsLeft = exp - Date.now() / 1000
  if (secondsLeft <= 0 || secondsLeft > 86_400) return `valid for ${secondsLeft} seconds`
  return /^(mailto|https):/.test(sub) ? undefined : `nobody to write to: ${sub}`
}
