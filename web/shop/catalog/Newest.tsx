import type { Product } from '#contract/products.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { HOME } from '#web/texts/catalog.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { CenteredRow } from './CenteredRow.tsx'
import { ProductRow } from './ProductRow.tsx'

const FULL_ROW = 4

/** Newest products; a short row is centered together with its heading. */
export function Newest({ products }: { products: Product[] }) {
  const isRow = products.length >= FULL_ROW
  return (
    <section aria-labelledby="newest" className="below-fold mx-auto grid max-w-page gap-8 px-5 py-16 sm:px-8 lg:py-24">
      <div className={`flex flex-wrap items-center gap-4 ${isRow ? 'justify-between' : 'justify-center'}`}>
        <h2 id="newest" className="text-2xl break-words">
          {useShop().newestTitle}
        </h2>
        {isRow && (
          <ButtonLink to="/shop" variant="secondary">
            {HOME.all}
          </ButtonLink>
        )}
      </div>
      {isRow ? <ProductRow products={products} /> : <CenteredRow products={products} />}
    </section>
  )
}
