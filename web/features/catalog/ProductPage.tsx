import { Fragment, lazy, type MouseEvent, type ReactNode, Suspense } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { categorySlug, titleCase } from '#contract/categories.ts'
import { formatDollars } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'
import { TEXT } from '#contract/texts.ts'
import { type ApiFailure, messageOf } from '../../api.ts'
import { useAppSelector } from '../../store.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Head } from '../../ui/Head.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ErrorNotice } from '../layout/ErrorNotice.tsx'
import { NotFound } from '../layout/NotFound.tsx'
import { AddToCart } from './AddToCart.tsx'
import { useProductQuery } from './catalogApi.ts'
import { paragraphsOf, summaryOf } from './descriptions.ts'
import { Gallery } from './Gallery.tsx'

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
  const plain = !product && error ? <Missing failure={error as ApiFailure} /> : <Piece product={product} />
  if (!isAdmin) return plain
  return (
    <Suspense fallback={plain}>
      <SellersView productKey={id} otherwise={plain} show={(one) => <Piece product={one} />} />
    </Suspense>
  )
}

/** The page of a piece; without one, the room that it will take. */
const Piece = ({ product }: { product: Product | undefined }) => (
  <div className="mx-auto grid max-w-page gap-4 px-5 pt-4 pb-16 sm:px-8 lg:pt-6 lg:pb-24">
    <BackLink />
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,11fr)_minmax(0,9fr)] lg:gap-16">
      {product ? (
        <Fragment key={product._id}>
          <Gallery images={product.images} name={product.name} />
          <Facts product={product} />
        </Fragment>
      ) : (
        <>
          <Skeleton className="aspect-square" />
          <Skeleton className="h-96" />
        </>
      )}
    </div>
  </div>
)

function Facts({ product }: { product: Product }) {
  const { _id, name, price, qty, description, category, color, slug } = product
  return (
    <div className="grid gap-6 lg:sticky lg:top-28 lg:py-6">
      <Head title={name} description={summaryOf(description)} canonical={`/products/${slug}`} />
      <header className="grid justify-items-start gap-3">
        <h1 className="break-words">{name}</h1>
        <p className="font-serif text-xl">{formatDollars(price)}</p>
        <Badge kind={qty > 0 ? 'good' : 'bad'}>{qty > 0 ? TEXT.inStock : TEXT.outOfStock}</Badge>
      </header>
      <div className="grid gap-4 break-words">
        {paragraphsOf(description).map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike, and they never change places
          <p key={index}>{paragraph}</p>
        ))}
      </div>
      <AddToCart id={_id} stock={qty} />
      {qty === 1 && <p className="text-muted">There is only one of these.</p>}
      <dl className="grid gap-2 border-t border-line pt-6 text-sm">
        {color && <Fact label="Color" text={color} />}
        <Fact label="Category" text={titleCase(category)} to={`/category/${categorySlug(category)}`} />
      </dl>
    </div>
  )
}

const Fact = ({ label, text, to }: { label: string; text: string; to?: string }) => (
  <div className="flex gap-4">
    <dt className="w-20 shrink-0 text-muted">{label}</dt>
    <dd>{to ? <Link to={to}>{text}</Link> : text}</dd>
  </div>
)

/** Back to the list one came from; to the shop for who came from elsewhere. */
function BackLink() {
  const { key } = useLocation()
  const navigate = useNavigate()
  const goBack = (event: MouseEvent) => {
    if (key === 'default' || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    navigate(-1)
  }
  return (
    <Link
      to="/shop"
      onClick={goBack}
      className="inline-flex min-h-11 items-center gap-2 justify-self-start no-underline"
    >
      <Icon name="left" className="size-4" />
      {TEXT.goBack}
    </Link>
  )
}

const Missing = ({ failure }: { failure: ApiFailure }) =>
  failure.status === 404 || failure.status === 400 ? (
    <NotFound what="This piece" />
  ) : (
    <ErrorNotice message={messageOf(failure)} />
  )
