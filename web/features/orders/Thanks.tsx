import { formatCalendarDay } from '#contract/dates.ts'
import type { Order } from '#contract/orders.ts'
import { TEXT } from '#contract/texts.ts'
import { ORDER_PAGE } from '../../texts/checkout.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Photo } from '../../ui/Photo.tsx'
import { nameParts } from '../payments/buyer-details.ts'
import { useShop } from '../shop/use-shop.ts'

/** Photos at most; the items below show all. */
const PHOTOS = 4

/** The moment after a payment: the pieces, what happens next, and ways on. */
export function Thanks({ order: { user, orderItems, shipBy, shipping } }: { order: Order }) {
  const { voice, sendsMail } = useShop()
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
      <div role="status" className="grid max-w-2xl gap-2">
        <p className="font-serif text-2xl text-balance text-good">
          {ORDER_PAGE.confirmed(nameParts(user.name).givenName)}
        </p>
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
