import { skipToken } from '@reduxjs/toolkit/query'
import { useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { useAdminProductQuery } from '#web/admin/calls/adminProductsApi.ts'
import { ProductDetails } from '#web/shop/catalog/ProductDetails.tsx'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { useVisitor } from '#web/shop/visitor/visitor.ts'
import { PRODUCT_PAGE } from '#web/texts/admin-products.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { TraceLog } from './TraceLog.tsx'

const EDGES = 'mx-auto max-w-page px-5 sm:px-8'

type Props = {
  productKey: string
  /** The element for the product's history, below the page. */
  below: HTMLElement
  /** Removes the page that shoppers see: of a draft they see that it does not exist. */
  onDraft(): void
}

/**
 * What an admin sees on a product's page besides what shoppers see: a link to edit, the history, and a draft itself.
 * Nothing is left of it once the admin has logged out.
 */
export function AdminProductView({ productKey, below, onDraft }: Props) {
  const isAdmin = useVisitor(({ session }) => session.user?.isAdmin ?? false)
  const query = useAdminProductQuery(isAdmin ? productKey : skipToken)
  const { currentData: product } = query
  const isDraft = product?.draft ?? false
  useLayoutEffect(() => {
    if (isDraft) onDraft()
  }, [isDraft, onDraft])
  if (!isAdmin) return null
  if (!product) return <LoadFailure queries={[query]} className={`${EDGES} pt-4`} />
  const { _id, slug } = product
  return (
    <>
      <div className={`${EDGES} flex flex-wrap items-center justify-end gap-4 pt-4`}>
        {isDraft && (
          <div className="grow">
            <Alert kind="info">
              <strong>{PRODUCT_PAGE.draft}</strong> {PRODUCT_PAGE.draftMeans}
            </Alert>
          </div>
        )}
        <ButtonLink to={`/admin/products/${_id}/edit?back=/products/${slug}`} variant="secondary">
          {PRODUCT_PAGE.edit}
        </ButtonLink>
      </div>
      {isDraft && <ProductDetails product={product} related={[]} />}
      {createPortal(
        <div className={`${EDGES} pb-16 lg:pb-24`}>
          <TraceLog product={product} />
        </div>,
        below,
      )}
    </>
  )
}
