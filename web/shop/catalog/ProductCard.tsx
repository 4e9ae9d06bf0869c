import { formatDollars } from '#contract/money.ts'
import { PLACEHOLDER_PHOTO } from '#contract/photos.ts'
import type { Product } from '#contract/products.ts'
import { LIST } from '#web/texts/catalog.ts'
import { CHOICES } from '#web/texts/choices.ts'
import { Link } from '#web/ui/Link.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { WasPrice } from '#web/ui/WasPrice.tsx'
import { priceRange } from './choices.ts'
import { scarcityText } from './stock.ts'

type Props = { product: Product; sizes: string; eager?: boolean }

const SHAPE = 'aspect-square rounded-md'

/** A product in a list: all of it is the link to its page. A script shows its second photo under a mouse (card-photos.ts). */
export function ProductCard({ product, sizes, eager }: Props) {
  const { name, slug, qty, images, wasPrice } = product
  const [first = PLACEHOLDER_PHOTO, second] = images
  return (
    <Link
      to={`/products/${slug}`}
      className="group grid content-start gap-1 rounded-md no-underline focus-visible:rounded-md"
    >
      <span className="relative mb-3 block overflow-hidden rounded-md transition-shadow duration-300 group-hover:shadow-lg">
        <Photo
          image={first}
          alt=""
          sizes={sizes}
          eager={eager}
          className={`${SHAPE} [&>img]:transition-transform [&>img]:duration-700 ${second ? '' : 'group-hover:[&>img]:scale-104'} ${qty === 0 ? 'opacity-70' : ''}`}
        />
        {second && (
          <template data-second-photo>
            <span className="absolute inset-0 opacity-0 transition-opacity duration-500 group-hover:opacity-100 group-focus-visible:opacity-100">
              <Photo image={second} alt="" sizes={sizes} className={SHAPE} />
            </span>
          </template>
        )}
        <Mark product={product} />
      </span>
      <span className="line-clamp-3 font-serif text-lg leading-snug break-words">{name} </span>
      <span className={wasPrice ? 'font-medium' : 'text-muted'}>
        <WasPrice cents={wasPrice} />
        {priceText(product)}
      </span>
    </Link>
  )
}

/** `$12.00`; of a product with choices `from $12.00 · 4 choices`. */
function priceText(product: Product) {
  const { lowest, isRange } = priceRange(product)
  const price = formatDollars(lowest)
  return [isRange ? CHOICES.from(price) : price, product.choices && CHOICES.choices(product.choices.length)]
    .filter(Boolean)
    .join(' · ')
}

/** The badge over the photo when the product is sold out or one is left. */
function Mark({ product }: { product: Product }) {
  const { qty } = product
  const text = qty === 0 ? LIST.soldOut : qty === 1 ? scarcityText(product) : null
  if (!text) return null
  const look = qty === 0 ? 'bg-ink text-card' : 'bg-card text-accent'
  return (
    <span className={`absolute top-3 left-3 rounded-full px-3 py-1 text-xs font-semibold shadow-sm ${look}`}>
      {text}
    </span>
  )
}
