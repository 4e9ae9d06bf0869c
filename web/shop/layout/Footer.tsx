import { use } from 'react'
import type { ShopInfo } from '#contract/shop-info.ts'
import { useReusedHtml } from '#web/lib/reused-html.tsx'
import { Mark } from '#web/shop/settings/Mark.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { SiteMenusContext } from '#web/shop/slots/site-menus.ts'
import { FOOTER, LAYOUT } from '#web/texts/shop.ts'
import { Link } from '#web/ui/Link.tsx'
import { mainLinks, type NavLink, pageLinks } from './links.ts'
import { siteName } from './site-names.ts'

const LINK = 'inline-flex min-h-11 items-center py-1.5 leading-snug no-underline hover:underline'

/** The footer: the shop, its links, the year. */
export function Footer() {
  const shop = useShop()
  const year = new Date().getFullYear()
  const content = <FooterContent shop={shop} year={year} />
  return <footer className="band" {...useReusedHtml(shop, `footer ${year}`, content)} />
}

function FooterContent({ shop, year }: { shop: ShopInfo; year: number }) {
  const { name, tagline, footerText, email, socialUrl, photosUrl } = shop
  const pages = [...pageLinks(shop, 'header', 'footer'), ...(shop.footerLinks ?? [])]
  const shopLinks = [
    ...mainLinks({ pages: [] }),
    { to: '/cart', label: LAYOUT.cart },
    ...(use(SiteMenusContext)?.links ?? []),
    { to: '/orders/find', label: LAYOUT.findOrders },
  ]
  const elsewhere = [
    { to: email && `mailto:${email}`, label: FOOTER.email },
    { to: socialUrl, label: siteName(socialUrl) },
    { to: photosUrl, label: siteName(photosUrl) },
  ].filter(({ to }) => to)
  return (
    <>
      <div className="mx-auto grid max-w-page grid-cols-2 gap-10 px-5 pt-14 pb-10 sm:px-8 lg:grid-cols-[2fr_1fr_1fr] lg:pt-20 lg:has-[>:nth-child(4)]:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="grid content-start gap-4 max-lg:col-span-2">
          <p className="flex items-center gap-3 font-serif text-2xl">
            <Mark height={36} isPlain />
            <span className="min-w-0 break-words">{name}</span>
          </p>
          <p className="max-w-md break-words text-band-muted">
            {tagline} {footerText}
          </p>
        </div>
        <FooterLinks title={FOOTER.shop} links={shopLinks} />
        {pages.length > 0 && <FooterLinks title={FOOTER.pages} links={pages} />}
        {elsewhere.length > 0 && <FooterLinks title={FOOTER.hello} links={elsewhere} />}
      </div>
      {/* A page cached since New Year's Eve may show the old year. */}
      <p suppressHydrationWarning className="mx-auto max-w-page px-5 pb-10 text-sm text-band-muted sm:px-8">
        © {year} {name}
      </p>
    </>
  )
}

const FooterLinks = ({ title, links }: { title: string; links: NavLink[] }) => (
  <nav aria-label={title} className="min-w-0 break-words">
    <h2 className="mb-2 font-sans text-sm font-semibold text-band-muted">{title}</h2>
    <ul>
      {links.map(({ to, label }) => (
        <li key={to}>
          <Link to={to} className={LINK}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
