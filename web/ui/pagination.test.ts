import { expect, test } from 'vitest'
import { pageWindow } from './pagination.ts'

test.for([
  [1, 1, '1'],
  [2, 3, '1 2 3'],
  [10, 10, '1 2 3 4 5 6 7 8 9 10'],
  [1, 11, '1 2 3 4 5 later 11'],
  [3, 11, '1 2 3 4 5 later 11'],
  [4, 11, '1 2 3 4 5 6 later 11'],
  [6, 11, '1 earlier 4 5 6 7 8 later 11'],
  [8, 11, '1 earlier 6 7 8 9 10 11'],
  [11, 11, '1 earlier 7 8 9 10 11'],
  [500, 1000, '1 earlier 498 499 500 501 502 later 1000'],
] as const)('on page %d of %d the links are %s', ([page, pages, links]) => {
  expect(pageWindow(page, pages).join(' ')).toBe(links)
})
