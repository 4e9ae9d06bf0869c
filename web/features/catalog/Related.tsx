import { useRelatedQuery } from './catalogApi.ts'
import { ProductRow } from './ProductRow.tsx'

/** Pieces that might please who looks at this one. */
export function Related({ productKey }: { productKey: string }) {
  const { currentData: products = [] } = useRelatedQuery(productKey)
  if (products.length === 0) return null
  return (
    <section aria-labelledby="related" className="grid gap-8 border-t border-line pt-12 lg:pt-16">
      <h2 id="related" className="text-2xl">
        You may also like
      </h2>
      <ProductRow products={products} />
    </section>
  )
}
