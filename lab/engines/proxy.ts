import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** When the shop's scripts reach the browser after their page. `outOfOrder`: each at a random time. */
export type Arrival = 'atOnce' | 'late' | 'outOfOrder' | 'never'

const LATE_MS = 3_000

const RECORDER = '/engines/recorder.js'
const COMPLAINTS = '/engines/complaints'

/**
 * Sends errors, warnings, failed loads and violations of the page's policy to the proxy; no driver reports them all.
 * Loads that end because the page is left are no failures.
 */
const RECORDER_SCRIPT = `{
  let isLeaving = false
  addEventListener('beforeunload', () => { isLeaving = true })
  const tell = (text) => isLeaving || navigator.sendBeacon('${COMPLAINTS}', location.pathname + ': ' + text)
  for (const level of ['error', 'warn']) {
    const log = console[level]
    console[level] = (...words) => { tell(words.join(' ')); log.apply(console, words) }
  }
  addEventListener('error', ({ message, target }) => tell(message ?? 'cannot load ' + (target.currentSrc || target.src || target.href)), true)
  addEventListener('unhandledrejection', ({ reason }) => tell(reason))
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => tell(violatedDirective + ' forbids ' + blockedURI))
}`

/**
 * Stands in front of a shop: delays or drops its scripts, and records what the pages complain about. The same `seed`
 * gives the same delays.
 */
export async function startProxy(shopUrl: string, seed: number) {
  const complaints: string[] = []
  const proxy = { url: '', arrival: 'atOnce' as Arrival, complaints, stop }
  let connectionCount = 0
  let script = 0
  const server = createServer(async (incoming, outgoing) => {
    const { url = '/' } = incoming
    if (url === RECORDER) return outgoing.setHeader('content-type', 'text/javascript').end(RECORDER_SCRIPT)
    if (url === COMPLAINTS) {
      complaints.push((await incoming.toArray()).join(''))
      return outgoing.end()
    }
    if (/^\/assets\/.*\.js$/.test(url)) {
      if (proxy.arrival === 'never') return outgoing.destroy()
      await setTimeout(Math.max(0, connectionCount + delayOf(proxy.arrival, seed + script++) - Date.now()))
    } else if (incoming.headers.accept?.includes('text/html')) connectionCount = Date.now()
    forward(shopUrl, incoming, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  proxy.url = `http://localhost:${(server.address() as AddressInfo).port}`
  return proxy

  function stop() {
    server.close()
    server.closeAllConnections()
  }
}

/** Milliseconds after its page at which a script arrives. */
function delayOf(arrival: Arrival, seed: number) {
  if (arrival === 'late') return LATE_MS
  return arrival === 'outOfOrder' ? LATE_MS * randomOf(seed) : 0
}

/** A number from 0 to 1 that looks random: the fractional part of a large multiple of the sine. */
function randomOf(seed: number) {
  const { sin, floor } = Math
  const number = sin(seed) * 10_000
  return number - floor(number)
}

function forward(shopUrl: string, incoming: IncomingMessage, outgoing: ServerResponse) {
  const { host } = new URL(shopUrl)
  const origin = incoming.headers.origin && { origin: shopUrl }
  const headers = { ...incoming.headers, host, ...origin, 'accept-encoding': 'identity' }
  const clientRequest = request(shopUrl + incoming.url, { method: incoming.method, headers }, async (answer) => {
    const isPage = answer.headers['content-type']?.startsWith('text/html')
    if (isPage) delete answer.headers['content-length']
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    if (!isPage) return answer.pipe(outgoing)
    const html = Buffer.concat(await answer.toArray()).toString()
    outgoing.end(html.replace('<head>', `<head><script src="${RECORDER}"></script>`))
  })
  clientRequest.on('error', () => outgoing.destroy())
  incoming.pipe(clientRequest)
}
