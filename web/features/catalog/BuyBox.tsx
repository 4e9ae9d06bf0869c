import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { surchargeOf } from '#contract/answers.ts'
import { categorySlug } from '#contract/categories.ts'
import { closedButtonText } from '#contract/delivery.ts'
import { BEING_PAID } from '#contract/messages.ts'
import { formatDollars } from '#contract/money.ts'
import type { Choice, Product } from '#contract/products.ts'
import { TEXT } from '#contract/texts.ts'
import { isInStoredCart } from '../../storage.ts'
import { PRODUCT } from '../../texts/shop.ts'
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
import { AnswerFields, answerFieldId, useAnswers } from './AnswerFields.tsx'
import { ChoiceFields } from './ChoiceFields.tsx'
import { choiceName, priceRange } from './choices.ts'
import { deliveryOf, makeDaysText } from './delivery.ts'
import { type StockNews, scarcityText, useStock } from './stock.ts'
import { useChoice } from './use-choice.ts'

/** The fields of a product that its buy box needs. */
type BuyBoxProduct = Pick<
  Product,
  | '_id'
  | 'name'
  | 'slug'
  | 'price'
  | 'priceMax'
  | 'qty'
  | 'payingUntil'
  | 'oneOfAKind'
  | 'images'
  | 'category'
  | 'axes'
  | 'choices'
  | 'makeDays'
  | 'asks'
>
type Props = { product: BuyBoxProduct }

/**
 * Price, stock, delivery, and the Add to Cart form, which works before JavaScript loads. Of a product that comes in
 * choices, price and stock are those of the choice once the shopper has made one.
 */
export function BuyBox({ product }: Props) {
  const { chosen, choice, choose } = useChoice(product)
  const { answered, check: checkAnswers, fields } = useAnswers(product._id, product.asks)
  const bought = boughtOf(product, choice)
  const { _id, oneOfAKind, makeDays } = bought
  const price = bought.price + surchargeOf(answered)
  const dispatch = useVisitorDispatch()
  const { navigate } = useNavigation()
  const formId = useId()
  const { mark, isOutOfSight } = useOutOfSight()
  const { stock, news, check } = useStock(bought, Boolean(choice))
  const [wanted, setWanted] = useState(1)
  const [isAsking, setAsking] = useState(false)
  const qty = Math.min(wanted, stock)
  const closed = closedButtonText(useShop().closed)
  const canBeBought = stock > 0 && !closed
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = checkAnswers()
    if (wrong) return document.getElementById(answerFieldId(wrong))?.focus()
    // Adds the item at once, even when the shopper leaves right away. The cart loads price and stock when it opens.
    const item = toCartItem({ ...bought, qty: stock }, qty, answered)
    dispatch(itemAdded(item))
    if (stock === 1) {
      setAsking(true)
      const left = await check()
      setAsking(false)
      if (left === 0) return dispatch(itemRemoved(itemKey(item)))
    }
    // A browser that stores nothing takes the product along in the address.
    navigate(isInStoredCart(item) ? '/cart' : `/cart/${_id}?qty=${qty}`)
  }
  return (
    <>
      <p className="font-serif text-2xl" aria-live={product.choices ? 'polite' : undefined}>
        {choice || !priceRange(product).isRange ? formatDollars(price) : PRODUCT.from(formatDollars(price))}
      </p>
      <StockState
        {...{ qty: stock, oneOfAKind, makeDays }}
        isBeingPaid={isBeingPaid(news)}
        isOne={!product.choices || Boolean(choice)}
      />
      <form ref={mark} id={formId} action={`/cart/${_id}`} onSubmit={add} className="grid gap-5">
        <ChoiceFields product={product} chosen={chosen} onChoose={choose} />
        <AnswerFields {...fields} />
        <div className="flex flex-wrap gap-3">
          {canBeBought && (
            <QuantitySelect value={qty} max={stock} label={PRODUCT.quantity} name="qty" onChange={setWanted} />
          )}
          <Button disabled={!canBeBought} isBusy={isAsking} className="min-w-0 grow">
            {(stock > 0 && closed) || TEXT.addToCart}
          </Button>
        </div>
      </form>
      <News news={news} product={bought} />
      <Promises canBeSent={stock > 0} isBeingPaid={isBeingPaid(news)} product={bought} />
      {canBeBought && (
        <StickyBar name={bought.name} price={price} formId={formId} isAsking={isAsking} isShown={isOutOfSight} />
      )}
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

/** What goes into the cart: the chosen choice, or the product itself. */
function boughtOf(product: BuyBoxProduct, choice: Choice | undefined): BuyBoxProduct {
  if (!choice) return product
  const { _id, slug, price, qty, values, photo, makeDays = product.makeDays } = choice
  const shown = product.images.filter(({ Location }) => Location === photo)
  return {
    ...product,
    ...{ _id, slug, price, qty, payingUntil: undefined, name: choiceName(product.name, values) },
    ...(shown.length > 0 && { images: shown }),
    ...(makeDays && { makeDays }),
  }
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
  /** Not several choices together. */
  isOne: boolean
}

/** Badges of the stock. How few are left is said of one product or choice; a piece made to order has its days instead. */
function StockState({ qty, oneOfAKind, makeDays, isBeingPaid, isOne }: StockStateProps) {
  const isSold = oneOfAKind && qty === 0 && !isBeingPaid
  const scarcity = isSold ? PRODUCT.sold : scarcityText({ qty, oneOfAKind })
  const note = isOne && !makeDays && scarcity
  const kind = qty > 0 ? 'good' : 'bad'
  return (
    <p className="flex flex-wrap gap-2">
      {makeDays ? (
        <Badge kind={kind}>{qty > 0 ? PRODUCT.madeForYou(makeDaysText(makeDays)) : PRODUCT.fullyBooked}</Badge>
      ) : (
        <Badge kind={kind}>{qty > 0 ? TEXT.inStock : TEXT.outOfStock}</Badge>
      )}
      {note && <Badge kind="neutral">{note}</Badge>}
    </p>
  )
}

type StickyBarProps = { name: string; price: number; formId: string; isAsking: boolean; isShown: boolean }

/**
 * On a phone: price and button again while the form's own button is out of view. The bar stays while it has the focus.
 */
function StickyBar({ name, price, formId, isAsking, isShown }: StickyBarProps) {
  const [hasFocus, setFocus] = useState(false)
  return (
    <div
      hidden={!isShown && !hasFocus}
      className="sticky-bar fixed inset-x-0 bottom-0 z-10 flex animate-rise items-center justify-between gap-4 border-t border-line bg-card px-5 py-3 shadow-lg sm:px-8 lg:hidden"
    >
      <p className="min-w-0">
        <span className="block truncate text-sm text-muted">{name}</span>
        <span className="font-serif text-lg">{formatDollars(price)}</span>
      </p>
      <Button
        form={formId}
        isBusy={isAsking}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
        className="shrink-0"
      >
        {TEXT.addToCart}
      </Button>
    </div>
  )
}

/** The edges of a phone's window that the header and the bar cover. */
const COVERED = '-72px 0px'

/** Whether the element that gets `mark` is outside of the visible part of the window. */
function useOutOfSight() {
  const mark = useRef<HTMLFormElement>(null)
  const [isOutOfSight, setOutOfSight] = useState(false)
  useEffect(() => {
    if (!mark.current) return
    const watch = new IntersectionObserver(([entry]) => entry && setOutOfSight(!entry.isIntersecting), {
      rootMargin: COVERED,
    })
    watch.observe(mark.current)
    return () => watch.disconnect()
  }, [])
  return { mark, isOutOfSight }
}
