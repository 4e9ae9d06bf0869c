import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { Answered } from '#contract/answers.ts'
import { BEING_PAID } from '#contract/availability-texts.ts'
import { categorySlug } from '#contract/categories.ts'
import { closedButtonText } from '#contract/delivery.ts'
import { formatDollars } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'
import { TEXT } from '#contract/texts.ts'
import { isInStoredCart } from '../../storage.ts'
import { PRODUCT } from '../../texts/product.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { useNavigation } from '../../ui/navigation.ts'
import { QuantitySelect } from '../../ui/QuantitySelect.tsx'
import { useVisitorDispatch } from '../../visitor.ts'
import { itemKey, toCartItem } from '../cart/cart.ts'
import { itemAdded, itemRemoved } from '../cart/cartSlice.ts'
import { useShop } from '../shop/use-shop.ts'
import { deliveryOf, makeDaysText } from './delivery.ts'
import { type StockNews, scarcityText, useStock } from './stock.ts'

/** The fields of a product that its buy box needs. */
export type BuyBoxProduct = Pick<
  Product,
  '_id' | 'name' | 'slug' | 'price' | 'qty' | 'payingUntil' | 'oneOfAKind' | 'images' | 'category' | 'makeDays'
>
type Props = { product: BuyBoxProduct }

/** Price, stock, delivery, and the Add to Cart form, which works before JavaScript loads. */
export const BuyBox = ({ product }: Props) => <BuyForm product={product} />

type FormProps = Props & {
  /** The price to show while it is not yet known; else it is that of the product. */
  priceText?: string
  /** One of the choices of a product, rather than all of them together or a product without any. */
  isChoice?: boolean
  /** Several choices together, of which one is still to be chosen. */
  isFamily?: boolean
  /** The buyer's answers, whose prices are added. */
  answers?: Answered[]
  /** Whether the fields are filled in; if not, it shows what is wrong. */
  check?(): boolean
  /** Fields above the button. */
  children?: ReactNode
}

/** The buy box of a product, or of the choice that the shopper has made. */
export function BuyForm({
  product,
  priceText,
  isChoice,
  isFamily,
  answers = [],
  check: isFilled,
  children,
}: FormProps) {
  const { _id, oneOfAKind, makeDays } = product
  const { price } = toCartItem(product, 1, answers)
  const dispatch = useVisitorDispatch()
  const { navigate } = useNavigation()
  const formId = useId()
  const { stock, news, check } = useStock(product, isChoice)
  const [wanted, setWanted] = useState(1)
  const [isAsking, setAsking] = useState(false)
  const qty = Math.min(wanted, stock)
  const closed = closedButtonText(useShop().closed)
  const canBeBought = stock > 0 && !closed
  const shownPrice = priceText ?? formatDollars(price)
  const add = async (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    event.preventDefault()
    if (isFilled && !isFilled()) return
    // Adds the item at once, even when the shopper leaves right away. The cart loads price and stock when it opens.
    const item = toCartItem({ ...product, qty: stock }, qty, answers)
    dispatch(itemAdded(item))
    if (stock === 1) {
      setAsking(true)
      const left = await check()
      setAsking(false)
      if (left === 0) return dispatch(itemRemoved(itemKey(item)))
    }
    if (isInStoredCart(item)) navigate('/cart')
    // A browser that stores nothing takes the item along in the address, as without scripts.
    else form.submit()
  }
  return (
    <>
      <p className="font-serif text-2xl" aria-live={isChoice || isFamily ? 'polite' : undefined}>
        {shownPrice}
      </p>
      <StockState {...{ qty: stock, oneOfAKind, makeDays, isFamily }} isBeingPaid={isBeingPaid(news)} />
      <form id={formId} action={`/cart/${_id}`} onSubmit={add} className="buy-form grid gap-5">
        {children}
        <div className="flex flex-wrap gap-3">
          {canBeBought && (
            <QuantitySelect value={qty} max={stock} label={PRODUCT.quantity} name="qty" onChange={setWanted} />
          )}
          <Button disabled={!canBeBought} isBusy={isAsking} className="min-w-0 grow">
            {(stock > 0 && closed) || TEXT.addToCart}
          </Button>
        </div>
      </form>
      <News news={news} product={product} />
      <Promises canBeSent={stock > 0} isBeingPaid={isBeingPaid(news)} product={product} />
      {canBeBought && <StickyBar name={product.name} price={shownPrice} formId={formId} isAsking={isAsking} />}
    </>
  )
}

const isBeingPaid = (news: StockNews) => news === 'beingPaid'

/** What is new about the stock. Always rendered, so that screen readers announce its changes. */
function News({ news, product: { slug, category } }: Props & { news: StockNews }) {
  return (
    <p role="status" data-being-paid={isBeingPaid(news) || undefined} className="empty:absolute">
      {isBeingPaid(news) && (
        <>
          <strong className="font-medium">{BEING_PAID.title}</strong> {BEING_PAID.takes}{' '}
          <Link to={`/requests/back/${slug}`}>{PRODUCT.tellIfItStays}</Link>
        </>
      )}
      {news === 'stays' && <strong className="font-medium text-good">{PRODUCT.stays}</strong>}
      {(news === 'justSold' || news === 'lastSold') && (
        <>
          <strong className="font-medium text-bad">{PRODUCT[news]}</strong>{' '}
          <Link to={`/category/${encodeURIComponent(categorySlug(category))}`}>{PRODUCT.similar}</Link>
        </>
      )}
    </p>
  )
}

/** Cost and time of delivery and a link to ask the seller; of a product that is sold out, a request. */
function Promises({ canBeSent, isBeingPaid, product }: Props & { canBeSent: boolean; isBeingPaid: boolean }) {
  const shop = useShop()
  if (isBeingPaid) return null
  return (
    <ul className="grid gap-3 rounded-md bg-sand p-5 text-sm">
      {canBeSent && (
        <li className="flex gap-3">
          <Icon name="parcel" className="mt-px size-5 text-accent" />
          <span>{deliveryOf(shop, product.makeDays)}</span>
        </li>
      )}
      {(!canBeSent || (shop.email && shop.returnsText)) && (
        <li className="flex gap-3">
          <Icon name="mail" className="mt-px size-5 text-accent" />
          <span className="min-w-0 break-words">
            {canBeSent ? (
              <Questions text={shop.returnsText} email={PRODUCT.email[shop.voice]} />
            ) : (
              <Request product={product} />
            )}
          </span>
        </li>
      )}
    </ul>
  )
}

/** The way to ask for another one like a piece that is made once, or to hear when another one is back. */
const Request = ({ product: { slug, oneOfAKind } }: Props) =>
  oneOfAKind ? (
    <>
      {PRODUCT.soldForGood} <Link to={`/requests/sister/${slug}`}>{PRODUCT.askForAnother}</Link>
    </>
  ) : (
    <>
      {PRODUCT.soldOut} <Link to={`/requests/back/${slug}`}>{PRODUCT.tellWhenBack}</Link>
    </>
  )

/** The seller's sentence; the words `email` in it, or after it, lead to her addresses. */
function Questions({ text, email }: { text: string; email: string }) {
  const [before, ...after] = text.split(email)
  return (
    <>
      {before} <Link to="/contact">{email}</Link>
      {after.join(email)}
    </>
  )
}

type StockStateProps = Pick<BuyBoxProduct, 'qty' | 'oneOfAKind' | 'makeDays'> & {
  isBeingPaid: boolean
  isFamily: boolean | undefined
}

/**
 * Badges of the stock. How few are left is said of one product or choice; a piece made to order has its days instead.
 * None while somebody pays for the last one, which the news say.
 */
function StockState({ qty, oneOfAKind, makeDays, isBeingPaid, isFamily }: StockStateProps) {
  if (isBeingPaid) return null
  const isSold = oneOfAKind && qty === 0
  const scarcity = isSold ? PRODUCT.sold : scarcityText({ qty, oneOfAKind })
  const note = !isFamily && !makeDays && scarcity
  const [there, gone] = makeDays
    ? [PRODUCT.madeForYou(makeDaysText(makeDays)), PRODUCT.fullyBooked]
    : [TEXT.inStock, TEXT.outOfStock]
  return (
    <p className="flex flex-wrap gap-2">
      <Badge kind={qty > 0 ? 'good' : 'bad'}>{qty > 0 ? there : gone}</Badge>
      {note && <Badge kind="neutral">{note}</Badge>}
    </p>
  )
}

type StickyBarProps = { name: string; price: string; formId: string; isAsking: boolean }

/**
 * On a phone: price and button again, from the first paint on. `hideBuyBar` marks the form while its own button is in
 * view, and the bar hides; it stays while it has the focus.
 */
const StickyBar = ({ name, price, formId, isAsking }: StickyBarProps) => (
  <div className="sticky-bar fixed inset-x-0 bottom-0 z-10 flex animate-rise items-center justify-between gap-4 border-t border-line bg-card px-5 py-3 shadow-lg sm:px-8 lg:hidden print:hidden">
    <p className="min-w-0">
      <span className="block truncate text-sm text-muted">{name}</span>
      <span className="font-serif text-lg">{price}</span>
    </p>
    <Button form={formId} isBusy={isAsking} className="shrink-0">
      {TEXT.addToCart}
    </Button>
  </div>
)
