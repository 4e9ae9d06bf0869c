import type { Product } from '#contract/products.ts'
import { Link } from '#web/ui/Link.tsx'
import { REQUEST_LINKS } from './link-texts.ts'

type Props = { product: Pick<Product, 'slug' | 'name' | 'oneOfAKind'> }

/** The way to ask for another one like a piece that is made once, or to hear when another one is back. */
export const SoldOutRequest = ({ product: { slug, oneOfAKind } }: Props) =>
  oneOfAKind ? (
    <>
      {REQUEST_LINKS.soldForGood} <Link to={`/requests/sister/${slug}`}>{REQUEST_LINKS.askForAnother}</Link>
    </>
  ) : (
    <>
      {REQUEST_LINKS.soldOut} <Link to={`/requests/back/${slug}`}>{REQUEST_LINKS.tellWhenBack}</Link>
    </>
  )

/** The way to hear when somebody who pays for the last one does not take it. */
export const BeingPaidRequest = ({ product: { slug } }: Props) => (
  <Link to={`/requests/back/${slug}`}>{REQUEST_LINKS.tellIfItStays}</Link>
)
