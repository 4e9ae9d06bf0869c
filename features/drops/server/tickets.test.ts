import { expect, test } from 'vitest'
import { drawPlaces } from '../line.ts'
import { openPlaces } from './tickets.ts'

test('the places of two lines at once are drawn once each', () => {
  let draws = 0
  const placeInLine = openPlaces((count, secret) => {
    draws++
    return drawPlaces(count, secret)
  })
  const drops = [
    { secret: '000102030405060708090a0b0c0d0e0f', drawn: 50 },
    { secret: 'f0e0d0c0b0a090807060504030201000', drawn: 60 },
  ]
  for (let number = 1; number <= 70; number++)
    for (const drop of drops) {
      const numbersByPlace = drawPlaces(drop.drawn, drop.secret)
      expect(placeInLine(drop, number)).toBe(numbersByPlace[number - 1] ?? number)
    }
  expect(draws).toBe(drops.length)
})
