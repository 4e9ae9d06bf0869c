import type { Product } from '#contract/products.ts'
import { ProductItem } from './ProductItem.tsx'

const GRID = 'grid grid-cols-2 gap-x-4 gap-y-8 sm:gap-x-6 sm:gap-y-10 md:grid-cols-3'
const SIZES = '(min-width: 1400px) 21rem, (min-width: 991px) 25vw, (min-width: 768px) 30vw, 46vw'

/** The number of photos that are visible at first. */
const IN_SIGHT = 2

/** A page of products. */
export const ProductGrid = ({ products, id }: { products: Product[]; id?: string }) => (
  <ul id={id} className={GRID}>
    {products.map((product, index) => (
      <ProductItem key={product._id} product={product} sizes={SIZES} eager={index < IN_SIGHT} />
    ))}
  </ul>
)
