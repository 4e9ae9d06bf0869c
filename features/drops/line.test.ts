import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { drawPlaces, placeOf } from './line.ts'

const SECRET = '000102030405060708090a0b0c0d0e0f'
const secrets = (count: number) =>
  Array.from({ length: count }, (_, index) => createHash('sha256').update(`${index}`).digest('hex').slice(0, 32))

test.for([0, 1, 2, 3, 50, 20_000])('of %i tickets each gets a place of its own', (count) => {
  const places = [...drawPlaces(count, SECRET)].sort((a, b) => a - b)
  expect(places).toEqual(Array.from({ length: count }, (_, index) => index + 1))
})

test('the secret decides the places, so that anybody can check them', () => {
  expect([...drawPlaces(10, SECRET)]).toEqual([...drawPlaces(10, SECRET)])
  expect([...drawPlaces(10, SECRET)]).not.toEqual([...drawPlaces(10, 'ff'.repeat(16))])
})

test('the first to come is as likely to be first in line as any other', () => {
  const places = secrets(5_000).map((secret) => drawPlaces(5, secret)[0] as number)
  // Chi-squared with four degrees of freedom: above 18.47 once in a thousand draws.
  const counts = [1, 2, 3, 4, 5].map((place) => places.filter((drawn) => drawn === place).length)
  const squared = counts.reduce((sum, count) => sum + (count - 1_000) ** 2 / 1_000, 0)
  expect(squared).toBeLessThan(18.47)
})

test('who comes after the start stands behind those who were drawn, in the order of coming', () => {
  const drawn = drawPlaces(3, SECRET)
  expect([1, 2, 3].map((number) => placeOf(number, drawn)).sort()).toEqual([1, 2, 3])
  expect([4, 5].map((number) => placeOf(number, drawn))).toEqual([4, 5])
})
