import type { Product } from '#contract/products.ts'
import { TEXT } from '#contract/texts.ts'
import { useAppSelector } from '../../store.ts'
import { HOME } from '../../texts/shop.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ProductCard } from './ProductCard.tsx'
import { useCarousel } from './use-carousel.ts'

const SIZES = '(min-width: 1400px) 19vw, (min-width: 991px) 31vw, (min-width: 600px) 46vw, 92vw'

/** Featured products in a row that scrolls even without JavaScript; the script adds buttons and advances the row. */
export function Carousel({ products }: { products: Product[] }) {
  const { frame, row, isPaused, toggle, step } = useCarousel()
  // The buttons keep their place and stay invisible until they work.
  const isReady = useAppSelector(({ session }) => session.restored)
  return (
    <section ref={frame} aria-labelledby="featured" aria-roledescription={HOME.carousel} className="grid gap-8">
      <div className="flex items-end justify-between gap-4">
        <h2 id="featured" className="text-2xl">
          {TEXT.featured}
        </h2>
        <div className={`flex gap-2 ${isReady ? '' : 'invisible'}`}>
          <RoundButton
            label={isPaused ? HOME.play : HOME.pause}
            icon={isPaused ? 'play' : 'pause'}
            onClick={toggle}
            className="motion-reduce:hidden"
          />
          <RoundButton label={HOME.previous} icon="left" onClick={() => step(-1)} />
          <RoundButton label={HOME.next} icon="right" onClick={() => step(1)} />
        </div>
      </div>
      <ul ref={row} className="slides slides-many">
        {products.map((product) => (
          <li key={product._id}>
            <ProductCard product={product} sizes={SIZES} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type RoundButtonProps = {
  label: string
  icon: 'play' | 'pause' | 'left' | 'right'
  onClick(): void
  className?: string
}

const RoundButton = ({ label, icon, onClick, className = '' }: RoundButtonProps) => (
  <button
    type="button"
    aria-label={label}
    onClick={onClick}
    className={`grid size-11 place-items-center rounded-full border border-edge bg-card transition-colors hover:border-accent hover:text-accent focus-visible:rounded-full ${className}`}
  >
    <Icon name={icon} />
  </button>
)
