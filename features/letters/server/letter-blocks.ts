// What a letter shows: the blocks of its Markdown, in which a link to a product in a paragraph of its own is the product.
import { and, inArray } from 'drizzle-orm'
import { photoLocation } from '#contract/photos.ts'
import type { PageBlock } from '#contract/text-pages.ts'
import type { Db } from '#server/platform/db/client.ts'
import { highestPrice, wholeStock } from '#server/shop/catalog/families.ts'
import { forSale } from '#server/shop/catalog/for-sale.ts'
import { shownPhoto } from '#server/shop/catalog/photos.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { previewPhotos } from '#server/shop/text-pages/page-photos.ts'
import { loadMarkdown } from '#server/shop/text-pages/text-pages.ts'
import type { LetterBlock, LetterProduct } from '../contract.ts'

/** The most products that a letter shows with their photos; further ones stay links. */
const MOST_PRODUCTS = 30

/** The blocks of a letter, with its products as they are now, and the addresses of what it cannot show. */
export async function letterBlocks(db: Db, body: string): Promise<{ blocks: LetterBlock[]; leftOut: string[] }> {
  const { parseMarkdown } = await loadMarkdown()
  const { blocks, leftOut } = parseMarkdown(body, await previewPhotos(db, '', body))
  const shownProducts = await productsBySlug(db, blocks.flatMap((block) => slugOf(block) ?? []).slice(0, MOST_PRODUCTS))
  const withProducts = blocks.map((block): LetterBlock => {
    const product = shownProducts.get(slugOf(block) ?? '')
    return product ? { type: 'product', product } : block
  })
  return { blocks: withProducts, leftOut }
}

const PRODUCT_PATTERN = /^\/products\/([^/?#]+)$/

/** The slug of the product that a paragraph links, when it has nothing else. */
function slugOf(block: PageBlock): string | undefined {
  if (block.type !== 'p') return undefined
  const parts = block.children.filter((child) => child.type !== 'text' || child.text.trim() !== '')
  const [link] = parts
  if (parts.length !== 1 || link?.type !== 'a') return undefined
  const [, slug] = PRODUCT_PATTERN.exec(link.href) ?? []
  return slug && decodedSlug(slug)
}

function decodedSlug(slug: string) {
  try {
    return decodeURIComponent(slug)
  } catch {
    return undefined
  }
}

async function productsBySlug(db: Db, slugs: string[]): Promise<Map<string, LetterProduct>> {
  if (slugs.length === 0) return new Map()
  const { name, slug, priceCents: price } = products
  const rows = await db
    .select({ name, slug, price, highestPrice, stock: wholeStock, photo: shownPhoto })
    .from(products)
    .where(and(inArray(slug, slugs), forSale))
  return new Map(rows.map((row) => [row.slug, toLetterProduct(row)]))
}

type Row = Pick<LetterProduct, 'name' | 'slug' | 'price'> & {
  highestPrice: number
  stock: number
  photo: { id: string; width: number; height: number } | null
}

const toLetterProduct = ({ name, slug, price, highestPrice: highest, stock, photo }: Row): LetterProduct => ({
  ...{ name, slug, price, hasPrices: highest > price, isSold: stock <= 0 },
  photo: photo && { location: photoLocation(photo.id), width: photo.width, height: photo.height },
})
