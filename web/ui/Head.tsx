import { SHOP } from '#contract/shop.ts'

type Props = { title?: string; description?: string; canonical?: string; noIndex?: boolean }

/** The page's title and what search engines are told; React puts them into the head. No title: the shop's name. */
export const Head = ({ title, description, canonical, noIndex = false }: Props) => (
  <>
    <title>{title ? `${title} · ${SHOP.name}` : SHOP.name}</title>
    {description && <meta name="description" content={description} />}
    {canonical && <link rel="canonical" href={canonical} />}
    {noIndex && <meta name="robots" content="noindex" />}
  </>
)
