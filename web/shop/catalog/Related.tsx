import type { Product } from '#contract/products.ts'
import { PRODUCT } from '#web/texts/product.ts'
import { ProductRow } from './ProductRow.tsx'

/** Related products. */
export const Related = ({ products }: { products: Product[] }) => (
  <section aria-labelledby="related" className="grid gap-8 border-t border-line pt-12 lg:pt-16">
    <h2 id="related" className="text-2xl">
      {PRODUCT.related}
    </h2>
    <ProductRow products={products} />
  </section>
)
