import { useShop } from '#web/shop/settings/use-shop.ts'
import { PRODUCT } from '#web/texts/product.ts'
import { Link } from '#web/ui/Link.tsx'

const RETURNS = 'returns'

/**
 * The seller's sentence on questions and returns. Its words for an email, or a link after it, begin one, `about` a piece
 * if given; the page on returns is linked once there is one.
 */
export function Questions({ about }: { about?: string }) {
  const { returnsText, email, voice, pages } = useShop()
  const words = PRODUCT.email[voice]
  const [before, ...after] = returnsText.split(words)
  const policy = pages.find(({ slug }) => slug === RETURNS)
  return (
    <>
      {before} <Link to={`mailto:${email}${about ? `?subject=${encodeURIComponent(about)}` : ''}`}>{words}</Link>
      {after.join(words)} {policy && <Link to={`/pages/${policy.slug}`}>{policy.title}</Link>}
    </>
  )
}
