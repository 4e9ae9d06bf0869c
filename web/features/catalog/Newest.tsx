import type { Product } from '#contract/products.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { CenteredRow } from './CenteredRow.tsx'
import { ProductRow } from './ProductRow.tsx'

/** What has left the work table last. */
export const Newest = ({ products }: { products: Product[] }) => (
  <section aria-labelledby="newest" className="below-fold mx-auto grid max-w-page gap-8 px-5 py-16 sm:px-8 lg:py-24">
    <div className="flex flex-wrap items-center justify-between gap-4">
      <h2 id="newest" className="text-2xl">
        Fresh from the table
      </h2>
      <ButtonLink to="/shop" variant="secondary">
        See everything
      </ButtonLink>
    </div>
    {products.length < 4 ? <CenteredRow products={products} /> : <ProductRow products={products} />}
  </section>
)
