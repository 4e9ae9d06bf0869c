import type { Product } from '#contract/products.ts'
import { LineDrawing } from '#web/ui/Icon.tsx'
import { HEART } from './texts.ts'

type Props = { product: Product }

const DRAWING = 'M12 20s-7.5-4.6-7.5-10.2A4.2 4.2 0 0 1 12 7.2a4.2 4.2 0 0 1 7.5 2.6C19.5 15.4 12 20 12 20'

const LOOK =
  'group/heart with-scripts grid size-11 shrink-0 place-items-center rounded-full text-ink transition-colors hover:text-accent focus-visible:rounded-full aria-pressed:text-accent'

/** The heart over the photo of a card. All are empty until their script knows the wish list (hearts.ts). */
export const CardHeart = ({ product }: Props) => (
  <Heart
    product={product}
    className="absolute top-1 right-1 drop-shadow-sm before:absolute before:inset-1 before:-z-10 before:rounded-full before:bg-card/85"
  />
)

/** The heart beside the name of a product. One that its drop has not put on sale yet has none. */
export const NameHeart = ({ product }: Props) =>
  product.drop?.state === 'planned' ? null : (
    <Heart product={product} className="-my-2 border border-edge bg-card hover:border-accent" />
  )

const Heart = ({ product: { _id, name }, className }: Props & { className: string }) => (
  <button
    type="button"
    data-wish={_id}
    aria-label={HEART.label(name)}
    aria-pressed={false}
    className={`${LOOK} ${className}`}
  >
    <LineDrawing path={DRAWING} className="size-5 group-aria-pressed/heart:fill-current" />
  </button>
)
