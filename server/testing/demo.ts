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

type FileProduct = DemoProduct &
  Record<'images' | 'axes' | 'makeDays' | 'asks', unknown> & { choices?: { qty: number }[] }

/** A shop with the demo's products, without photos, choices and questions; earlier in the file means newer. */
export async function demoShop() {
  const shop = await testApp()
  const file = await readFile(new URL('../../demo/catalogue.json', import.meta.url), 'utf8')
  const fileProducts: FileProduct[] = JSON.parse(file)
  const catalogue = fileProducts.map(({ images, axes, choices, makeDays, asks, ...demoProduct }) => ({
    ...demoProduct,
    qty: choices ? choices.reduce((sum, { qty }) => sum + qty, 0) : demoProduct.qty,
  }))
  const categories = [...new Set(catalogue.map((demoProduct) => demoProduct.category))]
  for (const [position, name] of categories.entries()) await category(shop.db, name, position)
  for (const [index, { price, ...fields }] of catalogue.entries())
    await product(shop.db, { ...fields, priceCents: toCents(price), createdAt: new Date(2026, 0, 28, 0, -index) })
  return { ...shop, catalogue }
}
