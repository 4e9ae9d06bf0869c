import { Link } from 'react-router'
import { formatDollars } from '#contract/money.ts'
import { PLACEHOLDER_PHOTO } from '#contract/photos.ts'
import type { Product } from '#contract/products.ts'
import { Photo } from '../../ui/Photo.tsx'

type Props = { product: Product; sizes: string; eager?: boolean }

/** A product in a list: the whole of it is the link to its page. */
export function ProductCard({ product: { name, slug, price, qty, images }, sizes, eager }: Props) {
  const mark = qty === 0 ? 'Sold out' : qty === 1 ? 'One of a kind' : null
  return (
    <Link
      to={`/products/${slug}`}
      className="group relative grid content-start gap-1 rounded-md no-underline focus-visible:rounded-md"
    >
      <Photo
        image={images[0] ?? PLACEHOLDER_PHOTO}
        alt=""
        sizes={sizes}
        eager={eager}
        className="mb-3 aspect-square rounded-md [&>img]:transition-transform [&>img]:duration-700 group-hover:[&>img]:scale-104"
      />
      {mark && (
        <span
          className={`absolute top-3 left-3 rounded-full px-3 py-1 text-xs font-semibold ${qty === 0 ? 'bg-ink text-card' : 'bg-card text-accent'}`}
        >
          {mark}
        </span>
      )}
      <span className="font-serif text-lg leading-snug">{name} </span>
      <span className="text-muted">{formatDollars(price)}</span>
    </Link>
  )
}
