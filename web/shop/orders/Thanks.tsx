import { useEffect, useRef } from 'react'
import { formatCalendarDay } from '#contract/dates.ts'
import { greetingName } from '#contract/names.ts'
import type { Order } from '#contract/orders.ts'
import { TEXT } from '#contract/texts.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { ORDER_PAGE } from '#web/texts/checkout.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Photo } from '#web/ui/Photo.tsx'

/** Photos at most; the items below show all. */
const PHOTOS = 4

/** The moment after a payment: the pieces, what happens next, and ways on. */
export function Thanks({ order: { user, orderItems, shipBy, shipping } }: { order: Order }) {
  const { voice, sendsMail } = useShop()
  // The button that was pressed is gone: who hears the page hears the thanks.
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const day = shipBy ? formatCalendarDay(shipBy) : null
  const whatNext = ORDER_PAGE[shipping?.pickup ? 'toCollect' : 'whatNext'][voice]
  return (
    <section className="grid animate-rise justify-items-center gap-6 rounded-lg bg-good-soft px-5 py-8 text-center sm:py-12">
      <ul className="flex flex-wrap justify-center gap-3">
        {orderItems.slice(0, PHOTOS).map(({ product, image }) => (
          <li key={product}>
            <Photo image={image} alt="" sizes="8rem" className="size-20 rounded-md shadow-sm sm:size-32" />
          </li>
        ))}
      </ul>
      <div className="grid max-w-2xl gap-2">
        <h2 ref={heading} tabIndex={-1} className="font-serif text-2xl text-balance text-good">
          {ORDER_PAGE.confirmed(greetingName(user.name))}
        </h2>
        <p className="wrap-anywhere">
          {whatNext(day, sendsMail === true)} {sendsMail && ORDER_PAGE.receiptSent(user.email)}
        </p>
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink to="/shop">{ORDER_PAGE.keepBrowsing}</ButtonLink>
        {!user.isGuest && (
          <ButtonLink to="/profile" variant="secondary">
            {TEXT.myOrders}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}
