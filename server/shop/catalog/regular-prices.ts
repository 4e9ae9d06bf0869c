// What products cost outside of a sale. Whoever changes a price means this one; in a sale the price that is charged
// follows, by a trigger.
import { type SQLWrapper, sql } from 'drizzle-orm'
import type { AdminProduct, ProductUpdate } from '#contract/admin/products.ts'
import { products } from '#server/shop/schema/catalog.ts'

/** SQL: what the product of the row costs outside of a sale, in cents. */
export const regularPrice = sql<number>`coalesce(${products.regularCents}, ${products.priceCents})`

/** The columns of a product that costs this outside of a sale, in cents. */
export const pricesSetTo = (cents: SQLWrapper | number) => ({
  priceCents: sql`case when ${products.regularCents} is null then ${cents}::int else ${products.priceCents} end`,
  regularCents: sql`case when ${products.regularCents} is not null then ${cents}::int end`,
})

/** The product as it is outside of a sale: with its regular prices, and those of its choices. */
export function withRegularPrices<Edited extends AdminProduct>(product: Edited): Edited {
  const { regularPrices } = product
  if (!regularPrices) return product
  const choices = product.choices?.map((choice) => ({ ...choice, price: regularPrices[choice._id] ?? choice.price }))
  const price = choices ? Math.min(...choices.map((choice) => choice.price)) : regularPrices[product._id]
  return { ...product, price: price ?? product.price, ...(choices && { choices }) }
}

/** As `withRegularPrices`, without anything that is of a sale. */
export function outsideOfSale<Edited extends AdminProduct>(product: Edited): Edited {
  if (!product.regularPrices) return product
  const { regularPrices: _, inSale: __, wasPrice: ___, ...rest } = withRegularPrices(product)
  const choices = rest.choices?.map(({ wasPrice, ...choice }) => choice)
  return { ...rest, ...(choices && { choices }) } as Edited
}

/** The edit of the product with regular prices: a price that is the one charged in the sale changes nothing. */
export function withMeantPrices(edit: ProductUpdate, product: AdminProduct): ProductUpdate {
  const { regularPrices, _id, price } = product
  if (!regularPrices || edit.hasRegularPrices) return edit
  const charged = new Map(product.choices?.map((choice) => [choice._id, choice.price]))
  const choices = edit.choices?.map((choice) => {
    const isCharged = choice._id !== undefined && charged.get(choice._id) === choice.price
    return isCharged ? { ...choice, price: regularPrices[choice._id ?? ''] ?? choice.price } : choice
  })
  return {
    ...edit,
    ...(edit.price === price && { price: regularPrices[_id] ?? price }),
    ...(choices && { choices }),
  }
}
