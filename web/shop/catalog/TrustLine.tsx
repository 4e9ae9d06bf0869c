import { useShop } from '#web/shop/settings/use-shop.ts'
import { HOME } from '#web/texts/catalog.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { deliveryOf } from './delivery.ts'
import { Questions } from './Questions.tsx'

/** What a newcomer wants to know before the first order: what shipping costs and when it ships, and what happens then. */
export function TrustLine() {
  const shop = useShop()
  return (
    <section aria-label={HOME.trust} className="border-y border-line bg-card">
      <ul className="mx-auto flex max-w-page flex-wrap justify-center gap-x-12 gap-y-3 px-5 py-5 text-sm sm:px-8">
        <li className="flex gap-3">
          <Icon name="parcel" className="mt-px size-5 shrink-0 text-accent" />
          <span>{deliveryOf(shop)}</span>
        </li>
        {shop.email && shop.returnsText && (
          <li className="flex gap-3">
            <Icon name="mail" className="mt-px size-5 shrink-0 text-accent" />
            <span className="min-w-0 break-words">
              <Questions />
            </span>
          </li>
        )}
      </ul>
    </section>
  )
}
