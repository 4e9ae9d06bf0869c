// Browsers that wait for a drop, in a process of their own: each loads the page, joins the line, asks for it as often as
// the script of the page does, and when it is its turn, buys a product. They share connections, as behind a proxy.
import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Line } from '#features/drops/contract.ts'
import { drawPlaces, placeOf } from '#features/drops/line.ts'
import { secondsUntilNext } from '#features/drops/shop/poll-times.ts'
import { ADDRESS, GOOD_CARD } from '#server/testing/checkouts.ts'

/**
 * So many clients come within a time. Of those who are admitted one in so many has closed the page, and one in so many
 * chooses for too long. `tokens` are of the accounts that buy.
 */
export type LineCrowd = {
  url: string
  slug: string
  clients: number
  joinMs: number
  goneOneIn: number
  slowOneIn: number
  tokens: string[]
  /** When the crowd goes home at the latest, in milliseconds since it began. */
  mostMs: number
}
export type CrowdFigures = {
  /** How long the page and each question took, in milliseconds. */
  pages: number[]
  polls: number[]
  failures: string[]
  joined: number
  /** The places that bought, in the order in which they had paid. */
  bought: number[]
  /** Admissions whose place was not the one that the client had worked out. */
  wrongPlaces: number
  soldOut: number
}
type CrowdMessage = { kind: 'ready' } | { kind: 'joined' } | { kind: 'done'; figures: CrowdFigures }
type Answer = { status: number; etag: string; text: string }

const CONNECTIONS = 256

process.on('message', async (crowd: LineCrowd) => {
  const figures = await wait(crowd)
  tell({ kind: 'done', figures })
})

const tell = (message: CrowdMessage) => process.send?.(message)
tell({ kind: 'ready' })

async function wait(crowd: LineCrowd): Promise<CrowdFigures> {
  const { clients, joinMs } = crowd
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const figures: CrowdFigures = {
    pages: [],
    polls: [],
    failures: [],
    joined: 0,
    bought: [],
    wrongPlaces: 0,
    soldOut: 0,
  }
  const sharedState: SharedState = { agent, figures, tokens: [...crowd.tokens], end: performance.now() + crowd.mostMs }
  const began = performance.now()
  const all: Promise<void>[] = []
  for (let number = 0; number < clients; number++) {
    const due = began + (number * joinMs) / clients
    if (due > performance.now()) await setTimeout(due - performance.now())
    all.push(
      follow(crowd, sharedState).catch((error: unknown) => {
        figures.failures.push(String(error))
      }),
    )
  }
  await Promise.all(all)
  agent.destroy()
  return figures
}

type SharedState = {
  agent: Agent
  figures: CrowdFigures
  tokens: string[]
  end: number
  drawn?: { key: string; places: Uint32Array }
}

/** One browser, from the page to the end of the drop. */
async function follow(crowd: LineCrowd, sharedState: SharedState) {
  const { figures, agent, end } = sharedState
  const at = `${crowd.url}/api/drops/${crowd.slug}`
  const began = performance.now()
  await call(agent, `${crowd.url}/drops/${crowd.slug}`, { headers: { 'accept-encoding': 'br' } })
  figures.pages.push(performance.now() - began)
  const { ticket, number } = JSON.parse((await call(agent, `${at}/tickets`, { body: {} })).text)
  if (++figures.joined === crowd.clients) tell({ kind: 'joined' })
  let [etag, line] = ['', undefined as Line | undefined]
  while (performance.now() < end) {
    const askedAt = performance.now()
    const answer = await call(agent, `${at}/line`, { headers: etag ? { 'if-none-match': etag } : {} })
    figures.polls.push(performance.now() - askedAt)
    if (answer.status === 200) [etag, line] = [answer.etag, JSON.parse(answer.text) as Line]
    if (!line) throw new Error('The line was not told.')
    const place = placeIn(line, number, sharedState)
    if (line.state === 'line' && line.left === 0) return void figures.soldOut++
    if (place !== undefined && place <= line.admitted) return takeTurn(crowd, sharedState, { ticket, place })
    await setTimeout(secondsUntilNext(line, place, Date.now()) * 1_000)
  }
}

function placeIn({ state, secret, drawn }: Line, number: number, sharedState: SharedState) {
  if (state !== 'line' || !secret) return undefined
  const key = `${secret} ${drawn}`
  // Each browser draws for itself; here all are one program.
  if (sharedState.drawn?.key !== key) sharedState.drawn = { key, places: drawPlaces(drawn ?? 0, secret) }
  return placeOf(number, sharedState.drawn.places)
}

/** Takes the turn up, and orders and pays for a product, unless the page is closed or its visitor takes too long. */
async function takeTurn(
  crowd: LineCrowd,
  { agent, figures, tokens }: SharedState,
  turn: { ticket: string; place: number },
) {
  const { url, slug, goneOneIn, slowOneIn } = crowd
  if (turn.place % goneOneIn === 0) return
  const admissionReply = await call(agent, `${url}/api/drops/${slug}/admission`, {
    body: { ticket: turn.ticket },
    refusals: GONE_STATUSES,
  })
  // Too late, and the next in line has it.
  if (admissionReply.status !== 200) return
  const admission = JSON.parse(admissionReply.text)
  if (admission.place !== turn.place) figures.wrongPlaces++
  if (turn.place % slowOneIn === 1) return
  const token = tokens.pop() ?? ''
  for (let tries = 0; tries < 50; tries++) {
    const { products } = JSON.parse((await call(agent, `${url}/api/drops/${slug}`)).text) as {
      products: { slug: string; qty: number }[]
    }
    const productsLeft = products.filter(({ qty }) => qty > 0)
    const choice = productsLeft[Math.floor(Math.random() * productsLeft.length)]
    if (choice && (await buys(agent, url, { ...turn, token, slug: choice.slug })))
      return void figures.bought.push(turn.place)
    await setTimeout(500)
  }
  figures.failures.push(`Place ${turn.place} found no piece.`)
}

/** Whether the product was there to the end: another one who is admitted may have chosen the same. */
async function buys(
  agent: Agent,
  url: string,
  { token, slug, ticket }: { token: string; slug: string; ticket: string },
) {
  const { _id: product } = JSON.parse((await call(agent, `${url}/api/products/${slug}`)).text)
  const newOrder = {
    orderItems: [{ product, qty: 1 }],
    shippingAddress: ADDRESS,
    paymentMethod: 'Square',
    tickets: [ticket],
  }
  const orderReply = await call(agent, `${url}/api/orders`, { token, body: newOrder, refusals: GONE_STATUSES })
  if (orderReply.status !== 201) return false
  const order = JSON.parse(orderReply.text)
  const payment = { orderId: order._id, price: Math.round(order.totalPrice * 100), sourceId: GOOD_CARD }
  const paymentReply = await call(agent, `${url}/api/orders/processSquare`, {
    token,
    body: payment,
    refusals: GONE_STATUSES,
  })
  if (paymentReply.status === 200) return true
  // The place is free again for another product.
  await call(agent, `${url}/api/orders/${order._id}/canceled`, { token, body: {}, method: 'PUT' })
  return false
}

const GONE_STATUSES = [404, 409]

type Asking = { headers?: Record<string, string>; body?: object; token?: string; method?: string; refusals?: number[] }

/** Calls the shop. Throws for a status that is neither a success, unchanged, nor one of `refusals`. */
function call(agent: Agent, url: string, { headers = {}, body, token, method, refusals = [] }: Asking = {}) {
  const requestHeaders = {
    ...headers,
    ...(body && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
  }
  return new Promise<Answer>((resolve, reject) => {
    const clientRequest = request(
      url,
      { agent, method: method ?? (body ? 'POST' : 'GET'), headers: requestHeaders },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part) => (text += part))
        answer.once('end', () => {
          const status = answer.statusCode ?? 0
          if (status < 300 || status === 304 || refusals.includes(status))
            return resolve({ status, etag: answer.headers.etag ?? '', text })
          reject(new Error(`${url}: ${status} ${text}`))
        })
      },
    )
    clientRequest.once('error', reject).end(body && JSON.stringify(body))
  })
}
