import type { ReactNode } from 'react'
import type { AdminProduct } from '#contract/admin/products.ts'
import { PRODUCT_PAGE } from '../../../texts/admin-products.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { ButtonLink } from '../../../ui/Button.tsx'
import { isNotFound, LoadFailure, LoadFailurePage, type LoadQuery } from '../../layout/LoadFailure.tsx'
import { useAdminProductQuery } from './adminProductsApi.ts'
import { TraceLog } from './TraceLog.tsx'

type Props = {
  productKey: string
  /** The product as visitors see it. */
  shoppers: LoadQuery
  /** The page that visitors see. */
  otherwise: ReactNode
  show(product: AdminProduct): ReactNode
}

const EDGES = 'mx-auto max-w-page px-5 sm:px-8'

/** The page of a product for admins: with drafts, an edit link and the product's history. */
export function AdminProductView({ productKey, shoppers, otherwise, show }: Props) {
  const query = useAdminProductQuery(productKey)
  const { currentData: product } = query
  const isWhole = query.error && shoppers.error && !isNotFound(shoppers.error)
  if (isWhole && !product) return <LoadFailurePage queries={[shoppers, query]} />
  if (!product)
    return (
      <>
        <LoadFailure queries={[query]} className={`${EDGES} pt-4`} />
        {otherwise}
      </>
    )
  const { _id, slug, draft, productTrace = [] } = product
  return (
    <>
      <div className={`${EDGES} flex flex-wrap items-center justify-end gap-4 pt-4`}>
        {draft && (
          <div className="grow">
            <Alert kind="info">
              <strong>{PRODUCT_PAGE.draft}</strong> {PRODUCT_PAGE.draftMeans}
            </Alert>
          </div>
        )}
        <ButtonLink to={`/admin/products/${_id}/edit`} state={{ back: `/products/${slug}` }} variant="secondary">
          {PRODUCT_PAGE.edit}
        </ButtonLink>
      </div>
      {show(product)}
      <div className={`${EDGES} pb-16 lg:pb-24`}>
        <TraceLog trace={productTrace} />
      </div>
    </>
  )
}
