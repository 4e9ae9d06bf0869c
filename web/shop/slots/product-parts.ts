import { type ComponentType, createContext } from 'react'
import type { Product } from '#contract/products.ts'

type Part = ComponentType<{ product: Product }>

/** What features add to the buy box of a product. */
export type BuyBoxParts = {
  /** What to do about a product that is sold out. */
  SoldOut: BuyBoxPart | null
  /** Behind the news that somebody pays for the last one. */
  BeingPaid: BuyBoxPart | null
}

type BuyBoxPart = ComponentType<{ product: Pick<Product, 'slug' | 'name' | 'oneOfAKind'> }>

/** Set by app/web, which knows the features. */
export const BuyBoxPartsContext = createContext<BuyBoxParts>({ SoldOut: null, BeingPaid: null })

/** What features add to the page of a product and to its card; each shows nothing where it has nothing to say. */
export type ProductParts = {
  /** To the right of the name of the product. */
  besideName: readonly Part[]
  /** Under the name of the product, above its buy box. */
  aboveBuyBox: readonly Part[]
  /** Under the buy box. */
  belowBuyBox: readonly Part[]
  /** Below the product, above the related ones. */
  below: readonly Part[]
  /** Over the photo of its card in a list. */
  onCard: readonly Part[]
}

export const ProductPartsContext = createContext<ProductParts>({
  besideName: [],
  aboveBuyBox: [],
  belowBuyBox: [],
  below: [],
  onCard: [],
})
