import type { ShopInfo } from '#contract/shop-info.ts'
import { CONTACT } from '../../texts/shop.ts'
import { Head } from '../../ui/Head.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Photo } from '../../ui/Photo.tsx'
import { useShop } from '../shop/use-shop.ts'
import { siteName } from './site-names.ts'

const waysTo = ({ email, socialUrl, socialText, photosUrl, photosText }: ShopInfo) =>
  [
    { icon: 'mail', title: CONTACT.email, text: email, href: email && `mailto:${email}` },
    { icon: 'people', title: siteName(socialUrl), text: socialText, href: socialUrl },
    { icon: 'camera', title: siteName(photosUrl), text: photosText, href: photosUrl },
  ] as const

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
            {ways.map(({ icon, title, text, href }) => (
              <li key={icon}>
                <a href={href} className="flex items-center gap-5 py-5 no-underline">
                  <span className="grid size-12 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
                    <Icon name={icon} className="size-6" />
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
