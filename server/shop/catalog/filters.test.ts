import { expect, test } from 'vitest'
import { COLORS } from '#contract/filters.ts'
import { demoShop } from '#server/testing/demo.ts'

type Page = {
  products: { name: string; price: number; qty: number; color: string; createdAt: string }[]
  total: number
  pages: number
  facets?: { total: number; colors: { color: string; count: number }[]; minPrice: number; inStock: number }
  instead?: { name?: string; products: { name: string }[] }
}
type ListProduct = Page['products'][number]

async function listsOfDemo() {
  const shop = await demoShop()
  const list = async (query: string): Promise<Page> => {
    const reply = await shop.get(`/api/products?${query}`)
    expect(reply.statusCode, `${query}: ${reply.body}`).toBe(200)
    return reply.json()
  }
  const all = async (query: string) => {
    const { pages } = await list(query)
    const numbers = Array.from({ length: pages }, (_, index) => index + 1)
    return (await Promise.all(numbers.map((page) => list(`${query}&pageNumber=${page}`)))).flatMap(
      (one) => one.products,
    )
  }
  return { ...shop, list, all }
}

const isSorted = (values: (string | number)[]) =>
  values.every((value, at) => at === 0 || value >= (values[at - 1] ?? 0))

const ORDERS: [string, (pieces: ListProduct[]) => boolean][] = [
  ['', (list) => isSorted(list.map(({ createdAt }) => -Date.parse(createdAt)))],
  ['sort=newest', (list) => isSorted(list.map(({ createdAt }) => -Date.parse(createdAt)))],
  ['sort=price', (list) => isSorted(list.map(({ price }) => price))],
  ['sort=-price', (list) => isSorted(list.map(({ price }) => -price))],
  ['sort=name', (list) => isSorted(list.map(({ name }) => name.toLowerCase()))],
]

test('a list, a category and a search follow the sort order over all pages', async () => {
  const { all } = await listsOfDemo()
  for (const part of ['', 'category=accessories&', 'keyword=zinia&', 'keyword=pen&'])
    for (const [order, isRight] of ORDERS) {
      const list = await all(`${part}${order}`)
      expect(new Set(list.map(({ name }) => name)).size, part + order).toBe(list.length)
      if (part.startsWith('keyword') && !order) continue
      expect(isRight(list), part + order).toBe(true)
    }
})

const FILTERS: [string, (piece: ListProduct) => boolean][] = [
  ['color=blue', ({ color }) => /blue|navy|teal|sapphire/i.test(color)],
  ['color=rainbow', ({ color }) => color === 'Rainbow'],
  ['minPrice=24', ({ price }) => price >= 24],
  ['maxPrice=8.50', ({ price }) => price <= 8.5],
  ['minPrice=24&maxPrice=24.00', ({ price }) => price === 24],
  ['inStock=true', ({ qty }) => qty > 0],
  ['inStock=false', () => true],
  ['color=gold&minPrice=20&inStock=true', ({ color, price, qty }) => /gold/i.test(color) && price >= 20 && qty > 0],
]

test('each filter leaves the matching products, alone and combined', async () => {
  const { all } = await listsOfDemo()
  const everything = await all('')
  expect(everything).toHaveLength(45)
  for (const [query, fits] of FILTERS) {
    const names = (await all(query)).map(({ name }) => name)
    expect(names, query).toEqual(everything.filter(fits).map(({ name }) => name))
    expect(names.length, query).toBeGreaterThan(0)
  }
})

test('a filter applies to a search with typos', async () => {
  const { list } = await listsOfDemo()
  const { total } = await list('keyword=tumbelr')
  expect(total).toBeGreaterThan(2)
  expect((await list('keyword=tumbelr&inStock=true')).total).toBe(total - 1)
  const asTyped = (await list('keyword=scrunchie')).products
  expect(asTyped).toHaveLength(2)
  expect((await list('keyword=scrunchie&minPrice=100')).total).toBe(0)
})

test('the facet counts equal the results of the filters', async () => {
  const { list } = await listsOfDemo()
  for (const part of [
    '',
    'category=cups&',
    'keyword=zinia&',
    'maxPrice=20&',
    'inStock=true&',
    'color=cream&inStock=true&',
  ]) {
    const { facets } = await list(`${part}extras=true`)
    const others = part.replace(/color=\w+&/, '')
    expect(facets?.colors.length).toBeGreaterThan(1)
    for (const { color, count } of facets?.colors ?? [])
      expect([part, color, (await list(`${others}color=${color}`)).total]).toEqual([part, color, count])
    expect((await list(`${part.replace('inStock=true&', '')}inStock=true`)).total).toBe(facets?.inStock)
    const [cheapest] = (await list(`${others.replace(/(maxPrice|inStock)=\w+&/g, '')}sort=price`)).products
    expect(facets?.minPrice).toBe(cheapest?.price)
  }
  expect((await list('')).facets).toBeUndefined()
})

test('every color of the demo catalog belongs to a filter color', async () => {
  const { catalogue, all } = await listsOfDemo()
  const ofColors = await Promise.all(COLORS.map((color) => all(`color=${color}`)))
  const names = new Set(ofColors.flat().map(({ name }) => name))
  expect(catalogue.filter(({ name }) => !names.has(name)).map(({ color }) => color)).toEqual([])
})

test('a search without results returns the most similar name and the newest products', async () => {
  const { list } = await listsOfDemo()
  const page = await list('keyword=mugwort+wxyz&extras=true')
  expect(page).toMatchObject({ total: 0, facets: { total: 0 } })
  expect(page.instead?.name).toMatch(/Mug/)
  expect(page.instead?.products.map(({ name }) => name)).toEqual(
    (await list('')).products.slice(0, 6).map(({ name }) => name),
  )
  expect((await list('keyword=xylophone&extras=true')).instead).not.toHaveProperty('name')
  expect((await list('keyword=mug&minPrice=900&extras=true')).instead).toBeUndefined()
})

test.for([
  'sort=created',
  'sort=cheapest',
  'color=rouge',
  'color=',
  'minPrice=-1',
  'minPrice=cheap',
  'maxPrice=1.234',
  'maxPrice=',
  'maxPrice=1e3',
  'minPrice=1&minPrice=2',
  'minPrice=10&maxPrice=5',
  'inStock=yes',
  'extras=all',
  `color=${'a'.repeat(200)}`,
])('a list is refused for %s', async (query) => {
  const { get } = await demoShop()
  expect((await get(`/api/products?${query}`)).statusCode).toBe(400)
})

test('a partly typed keyword suggests products and categories', async () => {
  const { get } = await demoShop()
  const suggestionsFor = async (keyword: string) => {
    const reply = await get(`/api/products/suggestions?keyword=${encodeURIComponent(keyword)}`)
    expect(reply.statusCode, keyword).toBe(200)
    return reply.json<{ products: { name: string; slug: string; price: number }[]; categories: { slug: string }[] }>()
  }
  const { products, categories } = await suggestionsFor('wine')
  expect(products).toHaveLength(5)
  expect(categories).toEqual([{ name: 'wine stoppers', label: 'wine stoppers', slug: 'wine-stoppers' }])
  const [mug] = (await suggestionsFor('zinia mu')).products
  expect(mug).toMatchObject({ name: 'Zi Zinnia Mug', slug: 'zi-zinnia-mug', price: 34, image: null })
  for (const nothing of ['', '  ', '%', '&|!', 'xylophone'])
    expect(await suggestionsFor(nothing)).toEqual({ products: [], categories: [], collections: [] })
  expect((await suggestionsFor(`wine${' '.repeat(96)}mug`)).products).toHaveLength(5)
  expect((await get('/api/products/suggestions?keyword=%00')).statusCode).toBe(400)
})
