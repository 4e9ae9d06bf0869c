import type { ProductPage } from '#contract/products.ts'
import { NOTHING } from '../../texts/catalog.ts'
import { LAYOUT } from '../../texts/shop.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Link } from '../../ui/Link.tsx'
import { useShop } from '../shop/use-shop.ts'
import { ProductGrid } from './ProductGrid.tsx'

type Props = { keyword: string; instead: NonNullable<ProductPage['instead']> }

/** Empty state of a search: the most similar product name and the newest products. */
export const NothingFound = ({ keyword, instead: { name, products } }: Props) => (
  <div className="grid gap-6">
    <EmptyState title={NOTHING.found(keyword)}>
      {name && (
        <p className="text-lg">
          {NOTHING.didYouMean}{' '}
          <Link to={`/search/${encodeURIComponent(name)}`} className="font-semibold text-accent">
            {name}
          </Link>
          ?
        </p>
      )}
      <p className="max-w-md text-muted">{NOTHING.tryOther}</p>
      <ButtonLink to="/shop">{LAYOUT.browse}</ButtonLink>
    </EmptyState>
    {products.length > 0 && <NewestInstead products={products} />}
  </div>
)

const NewestInstead = ({ products }: Pick<Props['instead'], 'products'>) => (
  <section aria-labelledby="newest" className="grid gap-6">
    <h2 id="newest">{useShop().newestTitle}</h2>
    <ProductGrid products={products} />
  </section>
)

/** Empty state of a filtered list; `all` is the URL of the list without filters. */
export const NothingLeft = ({ all }: { all: string }) => (
  <EmptyState title={NOTHING.left}>
    <p className="max-w-md text-muted">{NOTHING.removeFilters}</p>
    <ButtonLink to={all}>{NOTHING.clearFilters}</ButtonLink>
  </EmptyState>
)

/** Empty state of a shop or category without products. */
export const EmptyShelf = () => (
  <EmptyState title={NOTHING.yet}>
    <p className="max-w-md text-muted">{NOTHING.comeBack}</p>
    <ButtonLink to="/shop">{LAYOUT.browse}</ButtonLink>
  </EmptyState>
)
