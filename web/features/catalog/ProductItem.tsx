import type { Product } from '#contract/products.ts'
import { useReusedHtml } from '../../reused-html.tsx'
import { ProductCard } from './ProductCard.tsx'

type Props = { product: Product; sizes: string; eager?: boolean; className?: string }

/** An item of a list of products. The server renders the card of a product again when the product has changed. */
export function ProductItem({ product, sizes, eager = false, className }: Props) {
  const card = <ProductCard product={product} sizes={sizes} eager={eager} />
  return <li className={className} {...useReusedHtml(product, `card ${eager} ${sizes}`, card)} />
}
