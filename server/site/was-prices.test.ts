import { Window } from 'happy-dom'
import { expect, test } from 'vitest'
import { drop } from '#features/drops/testing/factories.ts'
import { runSales } from '#features/sales/server/run-sales.ts'
import { sale } from '#features/sales/testing/factories.ts'
import { testApp } from '#server/testing/app.ts'
import { product } from '#server/testing/factories.ts'
import { servePages } from './pages.ts'

/** A shop with its pages, with a bowl in a sale and one in the same sale whose drop is planned. */
async function saleShop() {
  const shop = await testApp()
  const { app, db } = shop
  await servePages(app, { ...shop.shop, fresh: () => true, owns: [] })
  const bowl = await product(db, { name: 'Moon Bowl', category: 'bowls', priceCents: 4_000 })
  const coming = await product(db, { name: 'Sun Bowl', priceCents: 4_000 })
  await drop(db, { slug: 'autumn' }, [coming])
  await sale(db)
  await runSales(db)
  return { ...shop, bowl }
}

test.for([
  ['the page of a product', ({ slug }: { slug: string }) => `/products/${slug}`],
  ['a card of a list', () => '/category/bowls'],
  ['the page of a drop', () => '/drops/autumn'],
] as const)('%s crosses out the price before without a script, and says "before"', async ([, pathOf]) => {
  const { get, bowl } = await saleShop()
  const { document } = new Window()
  document.write((await get(pathOf(bowl))).body)
  const main = document.querySelector('main')
  expect(main?.querySelector('s')?.textContent).toBe('before $40.00')
  expect(main?.querySelector('s .sr-only')?.textContent).toBe('before ')
  expect(main?.textContent).toContain('$32.00')
})

test('the form without JavaScript charges the price of the sale', async () => {
  const { get, bowl } = await saleShop()
  const { body } = await get(`/checkout/${bowl.id}`)
  expect(body).toContain('$32.00')
  expect(body).not.toContain('$40.00')
})
