import { Agent, get as ask } from 'node:http'

/** Prices rise by a cent with each save, so the price that somebody saw says which save it is of. */
export const FIRST_CENTS = 1_000

/** What a visitor saw: when she asked and was answered, and the save whose price it was. */
export type Sight = { place: string; asked: number; answered: number; save: number }

const PER_PLACE = 2

/** Two visitors at each of these URLs, which show the price of the Walnut Pen, load them again and again until `stop`. */
export function watchPrices(places: string[]) {
  const agent = new Agent({ keepAlive: true })
  const sights: Sight[] = []
  let isOver = false
  const visitors = places.flatMap((place) =>
    Array.from({ length: PER_PLACE }, async () => {
      while (!isOver) sights.push(await visit(place, agent))
    }),
  )
  return {
    /** The save whose price is shown there now. */
    saveAt: async (place: string) => (await visit(place, agent)).save,
    /** Answers everything that the visitors saw. */
    async stop() {
      isOver = true
      await Promise.all(visitors)
      agent.destroy()
      return sights
    },
  }
}

/** What was asked for more than a second after a later save, and showed an older price. */
export const staleSights = (sights: Sight[], savedAt: number[]) =>
  sights.filter(({ asked, save }) => (savedAt[save + 1] ?? Number.POSITIVE_INFINITY) < asked - 1_000)

async function visit(place: string, agent: Agent): Promise<Sight> {
  const asked = performance.now()
  const body = await new Promise<string>((resolve, reject) => {
    ask(place, { agent }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part) => (text += part))
      answer.once('end', () => resolve(text))
    }).once('error', reject)
  })
  return { place, asked, answered: performance.now(), save: saveSeen(body) }
}

function saveSeen(body: string) {
  const [, dollars] = /Walnut Pen.*?(?:"price":|\$)(\d+(?:\.\d+)?)/s.exec(body) ?? []
  const price = Number(dollars)
  return Math.round(price < FIRST_CENTS / 10 ? price * 100 : price) - FIRST_CENTS
}
