import type { Product } from '#contract/products.ts'
import { ProductItem } from './ProductItem.tsx'

/** The width of a card on a wide screen by the number of cards in the row: fewer cards are larger, up to a limit. */
const WIDTHS = ['lg:w-1/3', 'lg:w-1/3', 'lg:w-1/3', 'lg:w-1/3', 'lg:w-1/4', 'lg:w-1/5']
const SIZES = '(min-width: 1400px) 28rem, (min-width: 991px) 32vw, (min-width: 600px) 46vw, 92vw'

/** Up to five products in the middle of the page; a phone shows two side by side, or a single one. */
export const CenteredRow = ({ products }: { products: Product[] }) => (
  <ul className="-mx-2 flex flex-wrap justify-center gap-y-8 sm:-mx-3">
    {products.map((product) => (
      <ProductItem
        key={product._id}
        product={product}
        sizes={SIZES}
        className={`min-w-0 px-2 sm:px-3 ${products.length === 1 ? 'w-full sm:w-1/2' : 'w-1/2'} ${WIDTHS[products.length] ?? 'lg:w-1/5'}`}
      />
    ))}
  </ul>
)
