import type { FastifyInstance } from 'fastify'
import { dayOf } from '#contract/dates.ts'
import type { PublicReads } from './public-data.ts'

const SECOND_MS = 1_000

/**
 * Calls `onNewDay` within a second of midnight in the shop's time zone: notices and time off come and go with the day.
 */
export function watchDays(app: FastifyInstance, reads: Pick<PublicReads, 'shop'>, onNewDay: () => void) {
  let day: string | undefined
  const look = async () => {
    const { value: shop } = await reads.shop()
    const today = dayOf(new Date(), shop.timeZone)
    if (day !== undefined && day !== today) onNewDay()
    day = today
  }
  // While the database is down nothing is cached; the next second asks again.
  const timer = setInterval(() => void look().catch(() => {}), SECOND_MS).unref()
  app.addHook('onClose', (_, done) => {
    clearInterval(timer)
    done()
  })
}
