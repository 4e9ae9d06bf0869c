import { Agent, get as ask } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Prices rise by a cent with each save, so the price that somebody saw says which save it is of. */
export const FIRST_CENTS = 1_000

/** What a visitor saw: when she asked and was answered, and the save whose price it was. */
export type Sight = { place: string; asked: number; answered: number; save: number }

const PER_PLACE = 2

/**
 * Two visitors at each of these URLs, which show the price of the Walnut Pen, load them again and again until `stop`. What
 * a busy shop refuses (503) shows nothing, and is counted apart. Each waits `pauseMs` between two visits.
 */
export function watchPrices(places: string[], pauseMs = 0) {
  const agent = new Agent({ keepAlive: true })
  const sights: Sight[] = []
  let isOver = false
  let refusals = 0
  const visitors = places.flatMap((place) =>
    Array.from({ length: PER_PLACE }, async () => {
      while (!isOver) {
        const { status, ...sight } = await visit(place, agent)
        if (status === 503) refusals++
        else sights.push(sight)
        if (pauseMs > 0) await sleep(pauseMs)
      }
    }),
  )
  return {
    /** The save whose price is shown there now. */
    saveAt: async (place: string) => (await visit(place, agent)).save,
    /** Everything that the visitors saw, and how often they were refused. */
    async stop() {
      isOver = true
      await Promise.all(visitors)
      agent.destroy()
      return { sights, refused: refusals }
    },
  }
}

/** What was asked for more than a second after a later save, and showed an older price. */
export const staleSights = (sights: Sight[], savedAt: number[]) =>
  sights.filter(({ asked, save }) => (savedAt[save + 1] ?? Number.POSITIVE_INFINITY) < asked - 1_000)

async function visit(place: string, agent: Agent): Promise<Sight & { status: number }> {
  const askedAt = performance.now()
  const { status, body } = await new Promise<{ status: number; body: string }>((resolve, reject) => {
    ask(place, { agent }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part) => (text += part))
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, body: text }))
    }).once('error', reject)
  })
  return { status, place, asked: askedAt, answered: performance.now(), save: saveSeen(body) }
}

function saveSeen(body: string) {
  const [, dollars] = /Walnut Pen.*?(?:"price":|\$)(\d+(?:\.\d+)?)/s.exec(body) ?? []
  const price = Number(dollars)
  return Math.round(price < FIRST_CENTS / 10 ? price * 100 : price) - FIRST_CENTS
}
