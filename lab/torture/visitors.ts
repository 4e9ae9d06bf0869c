import { setTimeout } from 'node:timers/promises'

const PATHS = ['/', '/shop', '/api/products', '/api/categories', '/cart']
const PAUSE_MS = 20

/** Visitors who open pages one after the other, until they are stopped. `stop` answers what they saw instead of pages. */
export function startVisitors(url: string, visitors: number) {
  let isOver = false
  const failures: string[] = []
  const visit = async () => {
    for (let number = 0; !isOver; number++) {
      const path = PATHS[number % PATHS.length]
      const outcome = await fetch(url + path).then(
        async (answer) => `${answer.status}${(await answer.text()) ? '' : ', empty'}`,
        ({ cause, message }: Error) => `${cause ?? message}`,
      )
      if (outcome !== '200') failures.push(`${path}: ${outcome}`)
      await setTimeout(PAUSE_MS)
    }
  }
  const visits = Array.from({ length: visitors }, visit)
  return {
    async stop() {
      isOver = true
      await Promise.all(visits)
      return failures
    },
  }
}
