import type { Product } from '#contract/products.ts'
import { Link } from '#web/ui/Link.tsx'
import { CART_REQUEST } from './cart-texts.ts'

/** The way to ask for another one like a piece that was sold while it lay in the cart. */
export const LeftCartRequest = ({ product: { slug, name } }: { product: Product }) => (
  <p>
    <Link to={`/requests/sister/${slug}`}>{CART_REQUEST.askForSister(name)}</Link>
  </p>
)
