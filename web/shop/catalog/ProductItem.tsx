import { use } from 'react'
import type { Product } from '#contract/products.ts'
import { useReusedHtml } from '#web/lib/reused-html.tsx'
import { ProductPartsContext } from '#web/shop/slots/product-parts.ts'
import { Parts } from '#web/ui/Parts.tsx'
import { ProductCard } from './ProductCard.tsx'

type Props = { product: Product; sizes: string; eager?: boolean; className?: string }

/** An item of a list of products. The server renders the card of a product again when the product has changed. */
export function ProductItem({ product, sizes, eager = false, className }: Props) {
  const parts = use(ProductPartsContext).onCard
  const card = (
    <div className="relative">
      <ProductCard product={product} sizes={sizes} eager={eager} />
      <Parts of={parts} props={{ product }} />
    </div>
  )
  return <li className={className} {...useReusedHtml(product, `card ${eager} ${sizes}`, card)} />
}
