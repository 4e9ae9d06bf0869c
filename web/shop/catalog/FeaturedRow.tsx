import type { Product } from '#contract/products.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { CenteredRow } from './CenteredRow.tsx'

/** The featured products of a small shop: side by side in the middle, without a carousel. */
export const FeaturedRow = ({ products }: { products: Product[] }) => (
  <section aria-labelledby="featured" className="grid gap-8">
    <h2 id="featured" className="text-center text-2xl">
      {useShop().featuredTitle}
    </h2>
    <CenteredRow products={products} />
  </section>
)
