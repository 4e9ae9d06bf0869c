import type { Product } from '#contract/products.ts'
import { ProductItem } from './ProductItem.tsx'

const SIZES = '(min-width: 1400px) 21rem, (min-width: 768px) 23vw, 46vw'

/** Products in rows of four, on a phone in rows of two. */
export const ProductRow = ({ products }: { products: Product[] }) => (
  <ul className="grid grid-cols-2 gap-x-4 gap-y-8 sm:gap-x-6 sm:gap-y-10 md:grid-cols-4">
    {products.map((product) => (
      <ProductItem key={product._id} product={product} sizes={SIZES} className="min-w-0" />
    ))}
  </ul>
)
