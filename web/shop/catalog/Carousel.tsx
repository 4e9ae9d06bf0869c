import type { Product } from '#contract/products.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { HOME } from '#web/texts/catalog.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { CarouselAction } from './carousel.ts'
import { ProductItem } from './ProductItem.tsx'

const SIZES = '(min-width: 1400px) 19vw, (min-width: 991px) 31vw, (min-width: 600px) 46vw, 44vw'

/** Featured products in a row that scrolls with or without a script. */
export function Carousel({ products }: { products: Product[] }) {
  return (
    <section
      data-carousel
      aria-labelledby="featured"
      aria-roledescription={HOME.carousel}
      className="grid gap-5 sm:gap-8"
    >
      <div className="flex items-end justify-between gap-4">
        <h2 id="featured" className="text-2xl">
          {useShop().featuredTitle}
        </h2>
        {/* Invisible until the script that makes them work has run (carousel.ts). */}
        <div className="invisible flex gap-2">
          <RoundButton action="pause" label={HOME.pause} icon="pause" className="motion-reduce:hidden" />
          <RoundButton action="play" label={HOME.play} icon="play" className="motion-reduce:hidden" isHidden />
          <RoundButton action="previous" label={HOME.previous} icon="left" className="max-sm:hidden" />
          <RoundButton action="next" label={HOME.next} icon="right" className="max-sm:hidden" />
        </div>
      </div>
      <ul className="slides slides-many">
        {products.map((product) => (
          <ProductItem key={product._id} product={product} sizes={SIZES} />
        ))}
      </ul>
    </section>
  )
}

type RoundButtonProps = {
  label: string
  icon: 'play' | 'pause' | 'left' | 'right'
  action: CarouselAction
  className?: string
  isHidden?: boolean
}

const RoundButton = ({ action, label, icon, className = '', isHidden }: RoundButtonProps) => (
  <button
    type="button"
    aria-label={label}
    data-action={action}
    hidden={isHidden}
    className={`grid size-11 place-items-center rounded-full border border-edge bg-card transition-colors hover:border-accent hover:text-accent focus-visible:rounded-full ${className}`}
  >
    <Icon name={icon} />
  </button>
)
