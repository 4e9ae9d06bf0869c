import type { ReactNode } from 'react'
import type { SellersProduct } from '#contract/product-edits.ts'
import { messageOf } from '../../../api.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useSellersProductQuery } from './productsApi.ts'
import { TraceLog } from './TraceLog.tsx'

/** What the seller has on a product's page besides: the way to edit it, and its history. */
export function SellersPart({ productKey }: { productKey: string }) {
  const { currentData: product, error } = useSellersProductQuery(productKey)
  if (product) return <Tools product={product} />
  return error ? <Alert>{messageOf(error)}</Alert> : <Skeleton className="h-48" />
}

type DraftProps = {
  productKey: string
  show(draft: SellersProduct): ReactNode
  waiting: ReactNode
  /** What others see at this address. */
  missing: ReactNode
}

/** The page of a product that only the seller can see, marked as a draft. */
export function DraftPart({ productKey, show, waiting, missing }: DraftProps) {
  const { currentData: product, error } = useSellersProductQuery(productKey)
  if (!product) return error ? missing : waiting
  return (
    <>
      <div className="mx-auto max-w-page px-5 pt-4 sm:px-8">
        <Alert kind="info">
          <p>This is a draft. Only you can see it, until it has a name, a price and a category.</p>
        </Alert>
      </div>
      {show(product)}
      <div className="mx-auto max-w-page px-5 pb-16 sm:px-8">
        <Tools product={product} />
      </div>
    </>
  )
}

const Tools = ({ product: { _id, slug, productTrace = [] } }: { product: SellersProduct }) => (
  <>
    <div className="mt-6 border-t border-line pt-6">
      <ButtonLink to={`/admin/products/${_id}/edit`} state={{ back: `/products/${slug}` }} variant="secondary">
        Edit Product
      </ButtonLink>
    </div>
    <TraceLog trace={productTrace} />
  </>
)
