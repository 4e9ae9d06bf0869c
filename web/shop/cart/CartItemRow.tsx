import { useEffect, useRef } from 'react'
import { orderableQty } from '#contract/line-limits.ts'
import { formatDollars } from '#contract/money.ts'
import { itemName } from '#contract/order-items.ts'
import { scarcityText } from '#web/shop/catalog/stock.ts'
import { AnswerList } from '#web/shop/orders/AnswerList.tsx'
import type { CartItem } from '#web/shop/visitor/cart.ts'
import { itemAdded } from '#web/shop/visitor/cartSlice.ts'
import { useAppDispatch } from '#web/shop/visitor/store.ts'
import { CART } from '#web/texts/checkout.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { QuantitySelect } from '#web/ui/QuantitySelect.tsx'
import { WasPrice } from '#web/ui/WasPrice.tsx'
import { useItemProducts } from './item-products.ts'

type Props = {
  item: CartItem
  /** Whether Undo has just restored it: then it takes the focus. */
  isBack: boolean
  onRemove(): void
}

/** Row of a cart item, with its quantity and a button to remove it. */
export function CartItemRow({ item, isBack, onRemove }: Props) {
  const dispatch = useAppDispatch()
  const { product, name, image, price, qty, qtyAvail, oneOfAKind, answers } = item
  const title = itemName(item)
  const path = `/products/${product}`
  const scarcity = scarcityText({ qty: qtyAvail, oneOfAKind })
  const products = useItemProducts([item])
  const [loadedProduct] = Array.isArray(products) ? products : []
  const mostQty = orderableQty({ qty: qtyAvail, drop: loadedProduct?.drop })
  const remove = useFocusedWhen(isBack)
  const { wasPrice = 0, price: loadedPrice = 0 } = loadedProduct ?? {}
  return (
    <li className="grid grid-cols-[6rem_1fr] gap-5 py-6 max-xs:grid-cols-[4rem_1fr] max-xs:gap-3 sm:grid-cols-[9rem_1fr] sm:gap-8 sm:py-8">
      <Link to={path} tabIndex={-1} aria-hidden="true">
        <Photo image={image} alt="" sizes="(min-width: 600px) 9rem, 6rem" />
      </Link>
      <div className="grid min-w-0 content-between gap-4">
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 sm:gap-x-6">
          <div className="grid min-w-0 justify-items-start gap-2">
            <Link to={path} className="font-serif text-lg break-words max-xs:text-base no-underline hover:underline">
              {name}
            </Link>
            <AnswerList answers={answers} />
            {scarcity && <Badge kind="neutral">{scarcity}</Badge>}
          </div>
          <p className="grid justify-items-end font-semibold tabular-nums">
            <WasPrice cents={wasPrice && qty * (wasPrice - loadedPrice + price)} />
            <span>{formatDollars(qty * price)}</span>
            {qty > 1 && <span className="block text-sm font-normal text-muted">{CART.each(price)}</span>}
          </p>
        </div>
        <div className="flex flex-wrap items-end justify-between gap-4">
          <QuantitySelect
            value={qty}
            max={mostQty}
            label={CART.quantityOf(title)}
            onChange={(newQty) => dispatch(itemAdded({ ...item, qty: newQty }))}
          />
          <Button ref={remove} variant="quiet" aria-label={CART.removePiece(title)} onClick={onRemove}>
            {CART.remove}
          </Button>
        </div>
      </div>
    </li>
  )
}

/** Row of an item just removed, with an Undo button. */
export function RemovedItemRow({ name, onUndo }: { name: string; onUndo(): void }) {
  const undo = useFocusedWhen(true)
  return (
    <li className="flex items-center justify-between gap-6 py-4">
      <p className="min-w-0 break-words text-muted">{CART.removed(name)}</p>
      <Button ref={undo} variant="quiet" aria-label={CART.undoRemoval(name)} onClick={onUndo}>
        {CART.undo}
      </Button>
    </li>
  )
}

/** Takes the focus of the pressed button, which is gone. */
function useFocusedWhen(isWanted: boolean) {
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isWanted) ref.current?.focus()
  }, [isWanted])
  return ref
}
