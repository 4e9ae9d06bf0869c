import { lazy, type ReactNode, Suspense } from 'react'
import { useParams } from 'react-router'
import type { Product } from '#contract/products.ts'
import { useAppSelector } from '../../store.ts'
import { isNotFound, LoadFailurePage, type LoadQuery } from '../layout/LoadFailure.tsx'
import { NotFound } from '../layout/NotFound.tsx'
import { useProductQuery } from './catalogApi.ts'
import { ProductDetails, ProductDetailsSkeleton } from './ProductDetails.tsx'

type AdminProps = { productKey: string; shoppers: LoadQuery; otherwise: ReactNode; show(product: Product): ReactNode }

// The admin part of the page, which only admins download. A page older than the shop's files does without it.
const Plain = ({ otherwise }: AdminProps) => otherwise
const AdminProductView = lazy(async () => {
  const module = await import('../admin/products/AdminProductView.tsx').catch(() => null)
  return { default: module?.AdminProductView ?? Plain }
})

/** A product, by the id or slug of the URL. */
export default function ProductPage() {
  const { id = '' } = useParams()
  const query = useProductQuery(id)
  const { currentData: product, error } = query
  const isAdmin = useAppSelector(({ session }) => session.user?.isAdmin)
  const show = (one: Product) => <ProductDetails product={one} productKey={id} />
  const failure = isNotFound(error) ? <NotFound what="piece" /> : <LoadFailurePage queries={[query]} />
  const instead = error ? failure : <ProductDetailsSkeleton />
  const plain = product ? show(product) : instead
  if (!isAdmin) return plain
  return (
    <Suspense fallback={plain}>
      <AdminProductView productKey={id} shoppers={query} otherwise={plain} show={show} />
    </Suspense>
  )
}
