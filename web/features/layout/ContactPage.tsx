import { Head } from '../../ui/Head.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Photo } from '../../ui/Photo.tsx'
import { useShop } from '../shop/shopApi.ts'

const waysTo = ({ email, socialUrl, photosUrl }: ReturnType<typeof useShop>) =>
  [
    { icon: 'mail', title: 'Email', text: email, href: email && `mailto:${email}` },
    { icon: 'people', title: 'Social page', text: 'New pieces and what is in the kiln', href: socialUrl },
    { icon: 'camera', title: 'Photographs', text: 'Finished work and half-finished work', href: photosUrl },
  ] as const

/** How to reach the seller. */
export default function ContactPage() {
  const shop = useShop()
  const ways = waysTo(shop).filter(({ href }) => href)
  return (
    <div className="mx-auto grid max-w-page items-center gap-10 px-5 py-12 sm:px-8 lg:grid-cols-2 lg:gap-20 lg:py-20">
      <Head
        title="Contact"
        description={`Write to ${shop.name} about a piece, a custom color or an order on its way.`}
      />
      <div className="grid gap-8">
        <header className="grid gap-4">
          <h1>Contact</h1>
          <p className="max-w-md text-lg text-muted">
            Ask about a piece, a custom color, or where your parcel is. A person answers, usually within a day.
          </p>
        </header>
        <ul className="divide-y divide-line border-y border-line">
          {ways.map(({ icon, title, text, href }) => (
            <li key={title}>
              <a href={href} className="flex items-center gap-5 py-5 no-underline">
                <span className="grid size-12 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
                  <Icon name={icon} className="size-6" />
                </span>
                <span className="grid min-w-0">
                  <span className="font-serif text-xl">{title}</span>
                  <span className="break-words text-muted">{text}</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      </div>
      <Photo
        image="/images/maker.jpg"
        alt="The work table: clay, beads, thread, brushes and a half-made zinnia"
        sizes="(min-width: 991px) 50vw, 100vw"
        className="aspect-[4/3] rounded-lg"
      />
    </div>
  )
}
