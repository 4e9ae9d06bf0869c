import { PRODUCT } from '../../texts/shop.ts'
import { LoadFailure } from '../layout/LoadFailure.tsx'
import { useRelatedQuery } from './catalogApi.ts'
import { ProductRow } from './ProductRow.tsx'

/** Related products. */
export function Related({ productKey }: { productKey: string }) {
  const query = useRelatedQuery(productKey)
  const { currentData: products = [] } = query
  if (products.length === 0) return <LoadFailure queries={[query]} />
  return (
    <section aria-labelledby="related" className="grid gap-8 border-t border-line pt-12 lg:pt-16">
      <h2 id="related" className="text-2xl">
        {PRODUCT.related}
      </h2>
      <ProductRow products={products} />
    </section>
  )
}
