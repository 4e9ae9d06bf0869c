import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { takeTurns } from './turns.ts'

test('no more than so many run at once, and all get their turn', async () => {
  const inTurn = takeTurns(2)
  let running = 0
  let most = 0
  const work = async (name: number) => {
    most = Math.max(most, ++running)
    await setTimeout(1)
    running--
    return name
  }
  const done = await Promise.all([1, 2, 3, 4, 5].map((name) => inTurn(() => work(name))))
  expect([done, most, running]).toEqual([[1, 2, 3, 4, 5], 2, 0])
})

test('work that fails gives its place on', async () => {
  const inTurn = takeTurns(1)
  const failing = inTurn(() => Promise.reject(new Error('broken')))
  const next = inTurn(async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

test('who finds too many waiting is told so at once', async () => {
  const inTurn = takeTurns(1, 1)
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = inTurn(() => promise)
  const second = inTurn(async () => {})
  await expect(inTurn(async () => {})).rejects.toMatchObject({ code: 'busy' })
  resolve()
  await Promise.all([first, second])
})
