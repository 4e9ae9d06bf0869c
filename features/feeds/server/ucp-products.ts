// Products as the catalog of the Universal Commerce Protocol has them. Amounts are cents there, too.
import { choiceName } from '#contract/choices.ts'
import { paragraphsOf } from '#contract/descriptions.ts'
import type { Product, ProductImage } from '#contract/products.ts'
import type { ShopInfo } from '#contract/shop-info.ts'
import { isBuyable, type Offer, offersOf } from './offers.ts'

/** How an id of a request led to a variant: it is its own, or that of its product. */
export type Input = { id: string; match: 'exact' | 'featured' }

type Of = { shop: Pick<ShopInfo, 'closed'>; shopUrl: string }
export type Variant = ReturnType<typeof variantOf> & { inputs?: Input[] }
export type UcpProduct = NonNullable<ReturnType<typeof toUcpProduct>>

/** The product with its variants, those first that can be bought. Undefined when nothing of it is sold any more. */
export function toUcpProduct(product: Product, { shop, shopUrl }: Of) {
  const { _id, slug, name, description, category, images, axes = [] } = product
  const plain = paragraphsOf(description).join('\n') || name
  const offers = offersOf(product).toSorted((one, other) => Number(other.qty > 0) - Number(one.qty > 0))
  if (offers.length === 0) return undefined
  const media = images.map((image) => mediaOf(image, shopUrl))
  return {
    id: _id,
    handle: slug,
    title: name,
    description: { plain },
    url: `${shopUrl}/products/${slug}`,
    categories: [{ value: category, taxonomy: 'merchant' }],
    price_range: rangeOf(offers.map(({ price }) => price)),
    ...(offers.some(({ wasPrice }) => wasPrice) && {
      list_price_range: rangeOf(offers.map(({ price, wasPrice }) => wasPrice ?? price)),
    }),
    ...(media.length > 0 && { media }),
    ...(axes.length > 0 && {
      options: axes.map((axis, at) => ({
        name: axis,
        values: [...new Set(offers.flatMap(({ values }) => values[at] ?? []))].map((label) => ({ label })),
      })),
    }),
    variants: offers.map((offer) => variantOf(offer, product, { shop, shopUrl }, plain)),
  }
}

function variantOf(offer: Offer, { name, images, axes = [] }: Product, { shop, shopUrl }: Of, plain: string) {
  const { _id, sku, values, price, wasPrice, photo, path } = offer
  const available = isBuyable(offer, shop)
  const ownPhotos = images.filter(({ Location }) => Location === photo)
  return {
    id: _id,
    ...(sku && { sku }),
    title: values.length > 0 ? choiceName(values) : name,
    description: { plain },
    url: `${shopUrl}${path}`,
    price: priceOf(price),
    ...(wasPrice && { list_price: priceOf(wasPrice) }),
    availability: { available, status: available ? 'in_stock' : 'out_of_stock' },
    ...(values.length > 0 && { options: axes.map((axis, at) => ({ name: axis, label: values[at] ?? '' })) }),
    ...(ownPhotos.length > 0 && { media: ownPhotos.map((image) => mediaOf(image, shopUrl)) }),
  }
}

const priceOf = (amount: number) => ({ amount, currency: 'USD' })

const rangeOf = (amounts: number[]) => ({ min: priceOf(Math.min(...amounts)), max: priceOf(Math.max(...amounts)) })

const mediaOf = ({ Location, alt, width, height }: ProductImage, shopUrl: string) => ({
  type: 'image',
  url: `${shopUrl}${Location}`,
  ...(alt && { alt_text: alt }),
  ...{ width, height },
})
