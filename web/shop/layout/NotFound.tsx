import { NOT_FOUND } from '#web/texts/catalog.ts'
import { LAYOUT } from '#web/texts/shop.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Link } from '#web/ui/Link.tsx'

/** Replaces a page, product, category or collection that does not exist. */
export const NotFound = ({ what = 'page' }: { what?: 'page' | 'piece' | 'category' | 'collection' }) => (
  <EmptyState title={NOT_FOUND[what]} heading="h1">
    <Head title={NOT_FOUND.title} noIndex />
    <p className="max-w-md text-muted">{NOT_FOUND.text}</p>
    <div className="flex flex-wrap justify-center gap-3">
      <ButtonLink to="/shop">{LAYOUT.browse}</ButtonLink>
      <ButtonLink to="/" variant="secondary">
        {LAYOUT.home}
      </ButtonLink>
    </div>
    <Link to="/orders/find">{LAYOUT.findOrders}</Link>
  </EmptyState>
)
