import { readFile } from 'node:fs/promises'
import { toCents } from '#contract/money.ts'
import { testApp } from './app.ts'
import { category, product } from './factories.ts'

type DemoProduct = {
  sku: string
  name: string
  price: number
  qty: number
  description: string
  category: string
  color: string
  slug: string
  featured: boolean
}

/** A shop with the demo's products, without photos; earlier in the file means newer. */
export async function demoShop() {
  const shop = await testApp()
  const file = await readFile(new URL('../../demo/catalogue.json', import.meta.url), 'utf8')
  const catalogue: (DemoProduct & { images: unknown })[] = JSON.parse(file)
  const categories = [...new Set(catalogue.map((piece) => piece.category))]
  for (const [position, name] of categories.entries()) await category(shop.db, name, position)
  for (const [index, { price, images: _, ...fields }] of catalogue.entries())
    await product(shop.db, { ...fields, priceCents: toCents(price), createdAt: new Date(2026, 0, 28, 0, -index) })
  return { ...shop, catalogue }
}
