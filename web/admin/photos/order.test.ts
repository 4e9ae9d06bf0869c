import { expect, test } from 'vitest'
import { insertUploaded, moveItem } from './order.ts'

test.for([
  ['a later place', 0, 2, 'bca'],
  ['an earlier place', 2, 0, 'cab'],
  ['its own place', 1, 1, 'abc'],
  ['before the first', 0, -1, 'abc'],
  ['behind the last', 2, 3, 'abc'],
  ['somewhere, though it is not there', 3, 0, 'abc'],
] as const)('a photo is moved to %s', ([, from, to, order]) => {
  expect(moveItem(['a', 'b', 'c'], from, to).join('')).toBe(order)
})

const photo = (Location: string) => ({ Location })
const UPLOAD_IDS = new Map([
  ['first', 1],
  ['second', 2],
  ['third', 3],
])

test.for([
  ['', 'second', 'second'],
  ['old', 'first', 'old first'],
  ['old third', 'first', 'old first third'],
  ['old first third', 'second', 'old first second third'],
  ['third old', 'second', 'second third old'],
] as const)('beside "%s" the photo %s is inserted in the order of selection', ([there, arrived, order]) => {
  const items = there.split(' ').filter(Boolean).map(photo)
  expect(
    insertUploaded(items, photo(arrived), UPLOAD_IDS)
      .map(({ Location }) => Location)
      .join(' '),
  ).toBe(order)
})
