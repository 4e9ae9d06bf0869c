import { expect, test } from 'vitest'
import { hrefOf, titleOf } from './listings.ts'

const categories = ['zi-collection', 'cups', 'wine stoppers', 'Mugs & bowls'].map((name) => ({
  name,
  label: name,
  slug: name.toLowerCase().replaceAll(' ', '-'),
}))

test.for([
  ['the shop', {}, ' Shop'],
  ['a search', { keyword: 'blue mug' }, 'Search Results For blue mug'],
  ['a category with a dash in its name', { category: 'zi-collection' }, 'Browse All Zi-Collection'],
  ['a category by its dashed address', { category: 'wine-stoppers' }, 'Browse All Wine Stoppers'],
  ['a category with its space', { category: 'wine stoppers' }, 'Browse All Wine Stoppers'],
  ['the other reading of cups', { category: 'cup' }, 'Browse All Cups'],
  ['a category in the seller’s own words', { category: 'mugs-&-bowls' }, 'Browse All Mugs & Bowls'],
  ['no such category', { category: 'hats' }, 'Browse All Hats'],
] as const)('the title of %s', ([, params, title]) => {
  const { lead, subject } = titleOf(params, categories)
  expect(`${lead} ${subject}`).toBe(title)
})

test.for([
  [{}, 1, '/shop'],
  [{}, 3, '/shop/page/3'],
  [{ category: 'wine stoppers' }, 2, '/category/wine-stoppers/page/2'],
  [{ keyword: 'salt & pepper/50%?' }, 1, '/search/salt%20%26%20pepper%2F50%25%3F'],
  [{ keyword: 'mug' }, 2, '/search/mug/page/2'],
  [{ category: 'cups' }, 1, '/category/cups?sort=price&inStock=true', { sort: 'price', inStock: 'true' }],
  [{}, 3, '/shop/page/3?color=blue', { color: 'blue' }],
] as const)('page %j %d is at %s', ([params, page, href, filters]) => {
  expect(hrefOf(params, page, filters)).toBe(href)
})
