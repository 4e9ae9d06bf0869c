// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parseFilters } from '#contract/filters.ts'
import { HeadElements } from '#web/ui/Head.tsx'
import { FilterPanel } from './FilterPanel.tsx'
import { followFilters } from './filter-form.ts'
import { NEXT_PIECES, PIECES } from './list-ids.ts'

const FACETS = { total: 3, colors: [], minPrice: 500, maxPrice: 250_000, inStock: 3 }

/** The tags by which search engines tell a list from its narrowed lists, as the server renders them. */
const headOf = (search: string) =>
  renderToStaticMarkup(
    <HeadElements title="Shop" url={search ? 'http://shop/shop/page/1' : 'http://shop/shop'} noIndex={search !== ''} />,
  )

/** The page of a list with these filters, as the server renders it. */
const listPage = (search: string) =>
  `<head>${headOf(search)}</head><div id="app"><main id="main">${renderToStaticMarkup(
    <FilterPanel action="/shop" filters={parseFilters(search)} facets={FACETS} list={{ total: 3 }} />,
  )}</main></div>`

followFilters()

/** Opens the list in the browser; every other page comes from `fetch`. */
function openList() {
  window.history.replaceState(null, '', '/shop')
  document.documentElement.innerHTML = listPage('')
  const fetchPage = vi.fn(async (url: string) => new Response(listPage(new URL(url, 'http://shop').search)))
  vi.stubGlobal('fetch', fetchPage)
  onTestFinished(() => void vi.unstubAllGlobals())
  const field = (id: string) => document.getElementById(id) as HTMLInputElement
  return { field, fetched: fetchPage, address: () => window.location.pathname + window.location.search }
}

test.for([
  ['12,50', '?minPrice=12.50', '12.50'],
  ['12.5', '?minPrice=12.50', '12.50'],
  ['$20', '?minPrice=20', '20'],
  ['1,250', '?minPrice=1250', '1250'],
  ['.5', '?minPrice=0.50', '0.50'],
] as const)('a price typed as %s filters by %j', async ([typedPrice, search, priceShown]) => {
  const { field, address } = openList()
  fireEvent.change(field('minPrice'), { target: { value: typedPrice } })
  expect(address()).toBe(`/shop${search}`)
  await expect.poll(() => field('minPrice').value).toBe(priceShown)
})

test.for(['12,5', '1.005', 'many'])('a price typed as %s does not filter', (typedPrice) => {
  const { field, fetched, address } = openList()
  fireEvent.change(field('minPrice'), { target: { value: typedPrice } })
  expect([address(), fetched.mock.calls]).toEqual(['/shop', []])
})

test('a change of one filter keeps the element of another, and what is typed there', async () => {
  const { field } = openList()
  const typing = field('maxPrice')
  typing.focus()
  typing.value = '7'
  fireEvent.click(field('inStock'))
  await expect.poll(() => document.getElementById('app')?.getAttribute('aria-busy')).toBe('false')
  expect([field('maxPrice') === typing, document.activeElement === typing, typing.value]).toEqual([true, true, '7'])
  expect(field('inStock').checked).toBe(true)
})

test('a filter chosen before the script loaded is applied, and an untouched form changes nothing', async () => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'navigate' } as PerformanceNavigationTiming])
  onTestFinished(() => void vi.restoreAllMocks())
  const { field, address } = openList()
  followFilters()
  expect(address()).toBe('/shop')
  field('inStock').checked = true
  followFilters()
  expect(address()).toBe('/shop?inStock=true')
  await expect.poll(() => document.getElementById('app')?.getAttribute('aria-busy')).toBe('false')
})

test('the buttons of a list without scripts are gone, also from a list that replaces the first', async () => {
  const { field, address } = openList()
  const buttons = () => document.querySelectorAll('.without-scripts').length
  expect(buttons()).toBe(1)
  followFilters()
  expect(buttons()).toBe(0)
  fireEvent.click(field('inStock'))
  expect(address()).toBe('/shop?inStock=true')
  await expect.poll(() => field('inStock').defaultChecked).toBe(true)
  expect(buttons()).toBe(0)
})

test('search engines are told of the narrowed list, and of the whole one again', async () => {
  const { field } = openList()
  const tags = () => [...document.head.querySelectorAll('link, meta')].map((tag) => tag.outerHTML)
  const allTags = tags()
  expect(allTags.join()).not.toContain('noindex')
  fireEvent.click(field('inStock'))
  await expect.poll(() => tags().join()).toContain('content="noindex"')
  expect(tags().join()).toContain('page/1')
  fireEvent.click(field('inStock'))
  await expect.poll(() => tags()).toEqual(allTags)
})

const pieceList = (page: number, pages: number) =>
  `<div id="app"><main id="main"><ul id="${PIECES}"><li><a href="/products/p${page}">Piece ${page}</a></li></ul><div id="${NEXT_PIECES}">${
    page < pages ? `<a data-adds href="/shop/page/${page + 1}">Show more</a>` : ''
  }</div></main></div>`

test('more pieces join the list, the first new one gets the focus, and all are there again for who comes back', async () => {
  window.history.replaceState(null, '', '/shop')
  document.documentElement.innerHTML = pieceList(1, 3)
  vi.stubGlobal('fetch', async (url: string) => new Response(pieceList(Number(url.at(-1)) || 1, 3)))
  onTestFinished(() => void vi.unstubAllGlobals())
  const pieces = () => [...document.querySelectorAll(`#${PIECES} a`)].map(({ textContent }) => textContent)
  const more = () => document.querySelector<HTMLAnchorElement>('a[data-adds]')
  for (const page of [2, 3]) {
    fireEvent.click(more() as HTMLAnchorElement)
    await expect.poll(pieces).toHaveLength(page)
    expect(document.activeElement?.textContent).toBe(`Piece ${page}`)
    expect(window.location.pathname).toBe(`/shop/page/${page}`)
  }
  expect(pieces()).toEqual(['Piece 1', 'Piece 2', 'Piece 3'])
  expect(more()).toBeNull()

  document.documentElement.innerHTML = pieceList(3, 3)
  followFilters()
  await expect.poll(pieces).toEqual(['Piece 1', 'Piece 2', 'Piece 3'])
})

test('a price counts while it is typed', async () => {
  const { field, address } = openList()
  const price = field('maxPrice')
  price.focus()
  fireEvent.input(price, { target: { value: '12' } })
  expect(address()).toBe('/shop')
  await expect.poll(address).toBe('/shop?maxPrice=12')
})

test('pauses while a price is typed add one entry to the history, and the next field another', async () => {
  const { field, address } = openList()
  const before = window.history.length
  const type = async (id: string, value: string, search: string) => {
    field(id).focus()
    fireEvent.input(field(id), { target: { value } })
    await expect.poll(address).toBe(`/shop${search}`)
  }
  await type('maxPrice', '1', '?maxPrice=1')
  await type('maxPrice', '12', '?maxPrice=12')
  fireEvent.change(field('maxPrice'), { target: { value: '12.50' } })
  expect([address(), window.history.length - before]).toEqual(['/shop?maxPrice=12.50', 1])
  await type('minPrice', '3', '?minPrice=3&maxPrice=12.50')
  expect(window.history.length - before).toBe(2)
})
