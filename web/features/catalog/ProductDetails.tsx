import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { categorySlug } from '#contract/categories.ts'
import type { Product } from '#contract/products.ts'
import { PRODUCT_FACTS } from '#contract/texts.ts'
import { LAYOUT, PRODUCT } from '../../texts/shop.ts'
import { Head } from '../../ui/Head.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useShop } from '../shop/shopApi.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { BuyBox } from './BuyBox.tsx'
import { deliveryOf } from './delivery.ts'
import { paragraphsOf, summaryOf } from './descriptions.ts'
import { Gallery } from './Gallery.tsx'
import { Related } from './Related.tsx'
import { useStock } from './stock.ts'

/** The product page: photos, description, buy box and related products. `productKey` is the id or slug of the URL. */
export const ProductDetails = ({ product, productKey }: { product: Product; productKey: string }) => (
  <Frame
    key={product._id}
    trail={<Breadcrumbs product={product} />}
    left={<Gallery images={product.images} name={product.name} />}
    right={<Facts product={product} />}
  >
    <Related productKey={productKey} />
  </Frame>
)

/** Placeholder of the product page while it loads. */
export const ProductDetailsSkeleton = () => (
  <Frame
    trail={<div className="h-11" />}
    left={<Skeleton className="aspect-square" />}
    right={
      <div role="status" className="grid gap-6 lg:py-6">
        <span className="sr-only">{LAYOUT.loading}</span>
        <Skeleton className="h-14 w-3/4" />
        <Skeleton className="h-9 w-1/4" />
        <Skeleton className="h-32" />
        <Skeleton className="h-12" />
      </div>
    }
  />
)

type FrameProps = { trail: ReactNode; left: ReactNode; right: ReactNode; children?: ReactNode }

const Frame = ({ trail, left, right, children }: FrameProps) => (
  <div className="mx-auto grid max-w-page grid-cols-1 gap-3 px-5 pt-3 pb-16 sm:px-8 lg:pt-5 lg:pb-24">
    {trail}
    <div className="grid grid-cols-1 items-start gap-8 pb-12 lg:grid-cols-[minmax(0,11fr)_minmax(0,9fr)] lg:gap-16 lg:pb-16">
      {left}
      {right}
    </div>
    {children}
  </div>
)

const FACTS = Object.keys(PRODUCT_FACTS) as (keyof typeof PRODUCT_FACTS)[]

function Facts({ product }: { product: Product }) {
  const { name, description, category, categoryLabel, slug } = product
  const inStock = useStock(product)
  return (
    <div className="grid gap-5 lg:sticky lg:top-24 lg:py-4">
      <Head title={name} description={summaryOf(description)} canonical={`/products/${slug}`} />
      <h1 className="break-words">{name}</h1>
      <BuyBox product={product} inStock={inStock} />
      <Promises canBeSent={inStock.stock > 0} />
      <div className="grid gap-4 break-words">
        {paragraphsOf(description).map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat, and they never change places
          <p key={index}>{paragraph}</p>
        ))}
      </div>
      <dl className="grid gap-2 border-t border-line pt-5 text-sm">
        {FACTS.map((fact) => product[fact] && <Fact key={fact} label={PRODUCT_FACTS[fact]} text={product[fact]} />)}
        <Fact label={PRODUCT.category} text={categoryLabel} to={`/category/${categorySlug(category)}`} />
      </dl>
    </div>
  )
}

/** Cost and time of delivery, if the product can be sent, and a link to ask the seller. */
function Promises({ canBeSent }: { canBeSent: boolean }) {
  const shop = useShop()
  return (
    <ul className="grid gap-3 rounded-md bg-sand p-5 text-sm">
      {canBeSent && (
        <li className="flex gap-3">
          <Icon name="parcel" className="mt-px size-5 text-accent" />
          <span>{deliveryOf(shop)}</span>
        </li>
      )}
      <li className="flex gap-3">
        <Icon name="mail" className="mt-px size-5 text-accent" />
        <span>
          {PRODUCT.questions} <Link to="/contact">{PRODUCT.email[shop.voice]}</Link> {PRODUCT.makeItRight[shop.voice]}
        </span>
      </li>
    </ul>
  )
}

const Fact = ({ label, text, to }: { label: string; text: string; to?: string }) => (
  <div className="flex gap-4">
    <dt className="w-20 shrink-0 text-muted">{label}</dt>
    <dd className="min-w-0 break-words">{to ? <Link to={to}>{text}</Link> : text}</dd>
  </div>
)
