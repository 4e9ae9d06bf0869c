import { type FormEvent, type ReactNode, use, useId, useState } from 'react'
import type { Answered } from '#contract/answers.ts'
import { BEING_PAID } from '#contract/availability-texts.ts'
import { categorySlug } from '#contract/categories.ts'
import { orderableQty } from '#contract/line-limits.ts'
import { formatDollars } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'
import { TEXT } from '#contract/texts.ts'
import { closedButtonText } from '#contract/time-off.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { BuyBoxPartsContext } from '#web/shop/slots/product-parts.ts'
import { itemKey, toCartItem } from '#web/shop/visitor/cart.ts'
import { itemAdded, itemRemoved } from '#web/shop/visitor/cartSlice.ts'
import { isInStoredCart } from '#web/shop/visitor/storage.ts'
import { useVisitorDispatch } from '#web/shop/visitor/visitor.ts'
import { ExpressPlace } from '#web/shop/wallet-place/ExpressPlace.tsx'
import { PRODUCT } from '#web/texts/product.ts'
import { SHARE } from '#web/texts/share.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Link } from '#web/ui/Link.tsx'
import { useNavigation } from '#web/ui/navigation.ts'
import { QuantitySelect } from '#web/ui/QuantitySelect.tsx'
import { ShareButton } from '#web/ui/ShareButton.tsx'
import { WasPrice } from '#web/ui/WasPrice.tsx'
import { deliveryOf, makeDaysText } from './delivery.ts'
import { Questions } from './Questions.tsx'
import { type StockNews, scarcityText, useStock } from './stock.ts'

/** The fields of a product that its buy box needs. */
export type BuyBoxProduct = Pick<
  Product,
  | '_id'
  | 'name'
  | 'slug'
  | 'price'
  | 'wasPrice'
  | 'qty'
  | 'payingUntil'
  | 'oneOfAKind'
  | 'images'
  | 'category'
  | 'makeDays'
  | 'drop'
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
  const [wantedQty, setWantedQty] = useState(1)
  const [isAsking, setAsking] = useState(false)
  const mostQty = orderableQty({ ...product, qty: stock })
  const qty = Math.min(wantedQty, mostQty)
  const closedText = closedButtonText(useShop().closed)
  const canBeBought = stock > 0 && !closedText
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
      const qtyLeft = await check()
      setAsking(false)
      if (qtyLeft === 0) return dispatch(itemRemoved(itemKey(item)))
    }
    if (isInStoredCart(item)) navigate('/cart')
    // A browser that stores nothing takes the item along in the address, as without scripts.
    else form.submit()
  }
  return (
    <>
      <p className="font-serif text-2xl" aria-live={isChoice || isFamily ? 'polite' : undefined}>
        {/* What the answers cost, they would have cost before. */}
        <WasPrice cents={product.wasPrice && product.wasPrice - product.price + price} />
        {shownPrice}
      </p>
      <StockState {...{ qty: stock, oneOfAKind, makeDays, isFamily }} isBeingPaid={isBeingPaid(news)} />
      <form id={formId} ref={withOwnChecks} action={`/cart/${_id}`} onSubmit={add} className="buy-form grid gap-5">
        {children}
        <div className="flex flex-wrap gap-3">
          {canBeBought && (
            <QuantitySelect value={qty} max={mostQty} label={PRODUCT.quantity} name="qty" onChange={setWantedQty} />
          )}
          <Button disabled={!canBeBought} isBusy={isAsking} className="min-w-0 grow">
            {(stock > 0 && closedText) || TEXT.addToCart}
          </Button>
        </div>
      </form>
      {canBeBought && !product.drop && (
        <ExpressPlace items={[toCartItem({ ...product, qty: stock }, qty, answers)]} isReady={isFilled} />
      )}
      <News news={news} product={product} />
      <div className="flex flex-wrap items-center gap-x-4">
        <ShareButton label={SHARE.share} title={product.name} url={`/products/${product.slug}`} variant="quiet" />
      </div>
      <Promises canBeSent={stock > 0} isBeingPaid={isBeingPaid(news)} product={product} />
      {canBeBought && <StickyBar name={product.name} price={shownPrice} formId={formId} isAsking={isAsking} />}
    </>
  )
}

/** From here on the shop's sentences say what is missing, not the browser's. */
const withOwnChecks = (form: HTMLFormElement | null) => {
  if (form) form.noValidate = true
}

const isBeingPaid = (news: StockNews) => news === 'beingPaid'

/** What is new about the stock. Always rendered, so that screen readers announce its changes. */
function News({ news, product }: Props & { news: StockNews }) {
  const { BeingPaid } = use(BuyBoxPartsContext)
  return (
    <p role="status" data-being-paid={isBeingPaid(news) || undefined} className="empty:absolute">
      {isBeingPaid(news) && (
        <>
          <strong className="font-medium">{BEING_PAID.title}</strong> {BEING_PAID.takes}{' '}
          {BeingPaid && <BeingPaid product={product} />}
        </>
      )}
      {news === 'stays' && <strong className="font-medium text-good">{PRODUCT.stays}</strong>}
      {(news === 'justSold' || news === 'lastSold') && (
        <>
          <strong className="font-medium text-bad">{PRODUCT[news]}</strong>{' '}
          <Link to={`/category/${encodeURIComponent(categorySlug(product.category))}`}>{PRODUCT.similar}</Link>
        </>
      )}
    </p>
  )
}

/** Cost and time of delivery and a link to ask the seller; of a product that is sold out, what to do about it. */
function Promises({ canBeSent, isBeingPaid, product }: Props & { canBeSent: boolean; isBeingPaid: boolean }) {
  const shop = useShop()
  const { SoldOut } = use(BuyBoxPartsContext)
  if (isBeingPaid) return null
  return (
    <ul className="grid gap-3 rounded-md bg-sand p-5 text-sm">
      {canBeSent && (
        <li className="flex gap-3">
          <Icon name="parcel" className="mt-px size-5 text-accent" />
          <span>{deliveryOf(shop, product.makeDays)}</span>
        </li>
      )}
      {(canBeSent ? shop.email && shop.returnsText : SoldOut) && (
        <li className="flex gap-3">
          <Icon name="mail" className="mt-px size-5 text-accent" />
          <span className="min-w-0 break-words">
            {canBeSent ? <Questions about={product.name} /> : SoldOut && <SoldOut product={product} />}
          </span>
        </li>
      )}
    </ul>
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
  const [there, goneText] = makeDays
    ? [PRODUCT.madeForYou(makeDaysText(makeDays)), PRODUCT.fullyBooked]
    : [TEXT.inStock, TEXT.outOfStock]
  return (
    <p className="flex flex-wrap gap-2">
      <Badge kind={qty > 0 ? 'good' : 'bad'}>{qty > 0 ? there : goneText}</Badge>
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
