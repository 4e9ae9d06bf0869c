import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Head } from '../../ui/Head.tsx'

/** What stands where a page, a piece or a category is not, or is no more. */
export const NotFound = ({ what = 'This page' }: { what?: string }) => (
  <EmptyState title={`${what} is not here`} heading="h1">
    <Head title="Not found" noIndex />
    <p className="max-w-md text-muted">
      It may have found a new home, or the link has a slip in it. The rest of the shop is still open.
    </p>
    <div className="flex flex-wrap justify-center gap-3">
      <ButtonLink to="/shop">Browse the shop</ButtonLink>
      <ButtonLink to="/" variant="secondary">
        Home
      </ButtonLink>
    </div>
  </EmptyState>
)
