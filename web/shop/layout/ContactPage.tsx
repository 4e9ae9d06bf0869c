import type { ShopInfo } from '#contract/shop-info.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { CONTACT } from '#web/texts/contact.ts'
import { Head } from '#web/ui/Head.tsx'
import { Icon, LineDrawing } from '#web/ui/Icon.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { siteName } from './site-names.ts'

const SIZE = { className: 'size-6' }
const PEOPLE =
  'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7m-6 8c.5-3.6 2.8-5.5 6-5.5s5.5 1.9 6 5.5M15.5 4.8a3.5 3.5 0 0 1 0 6.4m2 3.2c1.9.8 3.1 2.5 3.5 5.1'

const waysTo = ({ email, socialUrl, socialText, photosUrl, photosText }: ShopInfo) => [
  {
    id: 'email',
    icon: <Icon name="mail" {...SIZE} />,
    title: CONTACT.email,
    text: email,
    href: email && `mailto:${email}`,
  },
  {
    id: 'social',
    icon: <LineDrawing path={PEOPLE} {...SIZE} />,
    title: siteName(socialUrl),
    text: socialText,
    href: socialUrl,
  },
  {
    id: 'photos',
    icon: <Icon name="camera" {...SIZE} />,
    title: siteName(photosUrl),
    text: photosText,
    href: photosUrl,
  },
]

/** The seller's addresses. */
export function ContactPage() {
  const shop = useShop()
  const ways = waysTo(shop).filter(({ href }) => href)
  return (
    <div className="mx-auto grid max-w-page items-center gap-10 px-5 py-12 sm:px-8 lg:grid-cols-2 lg:gap-20 lg:py-20">
      <Head
        title={CONTACT.title}
        description={shop.contactText || CONTACT.description(shop.name)}
        canonical="/contact"
      />
      <div className="grid gap-8">
        <header className="grid gap-4">
          <h1>{CONTACT.title}</h1>
          {shop.contactText && <p className="max-w-md text-lg break-words text-muted">{shop.contactText}</p>}
        </header>
        {ways.length > 0 && (
          <ul className="divide-y divide-line border-y border-line">
            {ways.map(({ id, icon, title, text, href }) => (
              <li key={id}>
                <a href={href} className="flex items-center gap-5 py-5 no-underline">
                  <span className="grid size-12 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
                    {icon}
                  </span>
                  <span className="grid min-w-0">
                    <span className="font-serif text-xl">{title}</span>
                    {text && <span className="break-words text-muted">{text}</span>}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
      {shop.storyPhoto && (
        <Photo image={shop.storyPhoto} sizes="(min-width: 991px) 50vw, 100vw" className="aspect-[4/3] rounded-lg" />
      )}
    </div>
  )
}
