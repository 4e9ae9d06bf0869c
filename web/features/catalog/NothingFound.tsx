import { Link } from 'react-router'
import type { ProductPage } from '#contract/products.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ProductGrid } from './ProductGrid.tsx'

type Instead = NonNullable<ProductPage['instead']>

/** What stands where a search found nothing: the name that may have been meant, and the newest pieces. */
export const NothingFound = ({ instead: { name, products } }: { instead: Instead }) => (
  <div className="grid gap-6">
    <EmptyState title="Nothing by that name">
      {name && (
        <p className="text-lg">
          Did you mean{' '}
          <Link to={`/search/${encodeURIComponent(name)}`} className="font-semibold text-accent">
            {name}
          </Link>
          ?
        </p>
      )}
      <p className="max-w-md text-muted">
        Try fewer letters or another word for it, such as mug, pen, bow or keychain. The categories are there to wander
        through, too.
      </p>
      <ButtonLink to="/shop">Browse the shop</ButtonLink>
    </EmptyState>
    {products.length > 0 && (
      <section aria-labelledby="newest" className="grid gap-6">
        <h2 id="newest">Fresh from the work table</h2>
        <ProductGrid products={products} />
      </section>
    )}
  </div>
)

/** What stands where the filters leave nothing, and the way back: `all` is where the list is without them. */
export const NothingLeft = ({ all }: { all: string }) => (
  <EmptyState title="No piece is all of that">
    <p className="max-w-md text-muted">Take one of the filters away, or all of them.</p>
    <ButtonLink to={all}>Clear all filters</ButtonLink>
  </EmptyState>
)

/** What stands in a shop or a category that has nothing on sale. */
export const EmptyShelf = () => (
  <EmptyState title="The shelf is empty just now">
    <p className="max-w-md text-muted">
      New pieces are on the work table. Look in another category, or come back in a few days.
    </p>
    <ButtonLink to="/shop">Browse the shop</ButtonLink>
  </EmptyState>
)
