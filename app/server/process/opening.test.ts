import { expect, test } from 'vitest'
import { type Opening, stopEarly } from './opening.ts'

test('a job stops once, when the shop is asked to stop, and the shop closes only after that', async () => {
  const opening: Opening = { closers: [], stopping: new AbortController() }
  const events: string[] = []
  const stopCall = Promise.withResolvers<void>()
  stopEarly(opening, {
    stop: () => {
      events.push('job stops')
      return stopCall.promise.then(() => void events.push('job has stopped'))
    },
  })
  opening.stopping.abort()
  expect(events).toEqual(['job stops'])
  const closing = opening.closers
    .pop()?.()
    .then(() => events.push('closed'))
  stopCall.resolve()
  await closing
  expect(events).toEqual(['job stops', 'job has stopped', 'closed'])
})
