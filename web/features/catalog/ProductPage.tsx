import { lazy, type ReactNode, Suspense } from 'react'
import { useParams } from 'react-router'
import type { Product } from '#contract/products.ts'
import { type ApiFailure, messageOf } from '../../api.ts'
import { useAppSelector } from '../../store.ts'
import { ErrorNotice } from '../layout/ErrorNotice.tsx'
import { NotFound } from '../layout/NotFound.tsx'
import { useProductQuery } from './catalogApi.ts'
import { EmptyPiece, Piece } from './Piece.tsx'

type SellersProps = { productKey: string; otherwise: ReactNode; show(product: Product): ReactNode }

// What the seller has on this page besides, which nobody else fetches. A page older than the shop's files does without.
const Plain = ({ otherwise }: SellersProps) => otherwise
const SellersView = lazy(async () => {
  const module = await import('../admin/products/SellersView.tsx').catch(() => null)
  return { default: module?.SellersView ?? Plain }
})

/** One product, asked for by its id or its slug. */
export default function ProductPage() {
  const { id = '' } = useParams()
  const { currentData: product, error } = useProductQuery(id)
  const isAdmin = useAppSelector(({ session }) => session.user?.isAdmin)
  const show = (one: Product) => <Piece product={one} productKey={id} />
  const instead = error ? <Missing failure={error as ApiFailure} /> : <EmptyPiece />
  const plain = product ? show(product) : instead
  if (!isAdmin) return plain
  return (
    <Suspense fallback={plain}>
      <SellersView productKey={id} otherwise={plain} show={show} />
    </Suspense>
  )
}

const Missing = ({ failure }: { failure: ApiFailure }) =>
  failure.status === 404 || failure.status === 400 ? (
    <NotFound what="This piece" />
  ) : (
    <ErrorNotice message={messageOf(failure)} />
  )
