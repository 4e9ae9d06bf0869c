import { NOT_FOUND } from '../../texts/catalog.ts'
import { LAYOUT } from '../../texts/shop.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Head } from '../../ui/Head.tsx'

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
  </EmptyState>
)
