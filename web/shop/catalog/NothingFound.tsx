import type { ProductPage } from '#contract/products.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { FEWER_WORDS, NOTHING } from '#web/texts/catalog.ts'
import { LAYOUT } from '#web/texts/shop.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Link } from '#web/ui/Link.tsx'
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

/** Says that the pieces below match some of the words only, with a link to the search for these. */
export const FewerWords = ({ keyword, matchedWords }: { keyword: string; matchedWords: string }) => (
  <p className="max-w-prose wrap-anywhere">
    {FEWER_WORDS.none(keyword)} {FEWER_WORDS.these}{' '}
    <Link to={`/search/${encodeURIComponent(matchedWords)}`} className="font-semibold text-accent">
      “{matchedWords}”
    </Link>
    .
  </p>
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
