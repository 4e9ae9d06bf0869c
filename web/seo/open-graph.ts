// What other programs show of a page when somebody shares its address. Only the server writes it.
import { toDollars } from '#contract/money.ts'
import { photoUrl, SHARED_PHOTO } from '#contract/photos.ts'
import type { Facts } from './structured-data.ts'

const HERO = { Location: '/images/hero.jpg', alt: '' }

/**
 * The Open Graph tags of a page, from the tags that are in its head already (their texts are escaped). None for a page
 * without a canonical address: nobody is meant to share it.
 */
export function sharingTags(head: string, { shop, product, products }: Facts, shopUrl: string): string {
  const url = /<link rel="canonical" href="([^"]*)"/.exec(head)?.[1]
  const title = /<title>([^<]*)</.exec(head)?.[1]
  const description = /<meta name="description" content="([^"]*)"/.exec(head)?.[1]
  if (!url || !title) return ''
  const shown = product?.images[0] ?? products?.products.find(({ images }) => images[0])?.images[0] ?? HERO
  return [
    property('og:type', product ? 'product' : 'website'),
    property('og:site_name', escaped(shop?.name ?? '')),
    property('og:locale', 'en_US'),
    property('og:url', url),
    property('og:title', title),
    ...(description ? [property('og:description', description)] : []),
    property('og:image', `${shopUrl}${photoUrl(shown.Location, SHARED_PHOTO.width, SHARED_PHOTO.format)}`),
    property('og:image:type', 'image/jpeg'),
    property('og:image:width', String(SHARED_PHOTO.width)),
    property('og:image:height', String(SHARED_PHOTO.height)),
    ...(shown.alt ? [property('og:image:alt', escaped(shown.alt))] : []),
    ...(product ? priceTags(product) : []),
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('')
}

const priceTags = ({ price, qty }: { price: number; qty: number }) => [
  property('product:price:amount', toDollars(price).toFixed(2)),
  property('product:price:currency', 'USD'),
  property('product:availability', qty > 0 ? 'in stock' : 'out of stock'),
]

const property = (name: string, content: string) => `<meta property="${name}" content="${content}">`

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
