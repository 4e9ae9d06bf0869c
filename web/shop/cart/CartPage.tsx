import { use, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { itemName } from '#contract/order-items.ts'
import { TEXT } from '#contract/texts.ts'
import { CheckoutBars } from '#web/shop/layout/CheckoutBars.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { CheckoutPartsContext } from '#web/shop/slots/checkout-parts.ts'
import { itemKey } from '#web/shop/visitor/cart.ts'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { CART } from '#web/texts/checkout.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Parts } from '#web/ui/Parts.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { CartChanges } from './CartChanges.tsx'
import { CartItemRow, RemovedItemRow } from './CartItemRow.tsx'
import { CartTotal } from './CartTotal.tsx'
import { useAddToCart, useFreshCart } from './fresh-cart.ts'
import { useItemProducts } from './item-products.ts'
import { UnpaidOrders } from './UnpaidOrders.tsx'
import { useRemoval } from './use-removal.ts'

/**
 * The cart. `/cart/{id}`, with the fields of the buy box as parameters, first adds that product; then the address becomes
 * `/cart`, so that a reload adds nothing.
 */
export function CartPage() {
  const { id } = useParams()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
  const { changes, sold, dismiss, load } = useFreshCart()
  useAddToCart(id, query, (outcome) => {
    // Its pages are documents of their own, so the address of this one is replaced.
    if (outcome && typeof outcome === 'object') return window.location.replace(outcome.page)
    setProblem(outcome)
    navigate('/cart', { replace: true })
  })
  const isRestored = useAppSelector(({ session }) => session.restored)
  return (
    <>
      <CheckoutBars />
      <div className="mx-auto grid w-full max-w-page gap-8 px-5 py-10 sm:px-8 lg:py-16">
        <Head title={CART.title} description={CART.description} noIndex />
        <h1>{CART.title}</h1>
        {problem && <Alert onDismiss={() => setProblem(null)}>{problem}</Alert>}
        <CartChanges changes={changes} sold={sold} load={load} onDismiss={dismiss} />
        {isRestored && !id ? <CartContents /> : <Skeleton className="with-scripts h-96" />}
      </div>
    </>
  )
}

function CartContents() {
  const { items, removed, back, remove, undo } = useRemoval()
  const { cartEmpty } = useShop()
  const lines = items.map((item) => (
    <CartItemRow key={itemKey(item)} item={item} isBack={itemKey(item) === back} onRemove={() => remove(item)} />
  ))
  if (removed) {
    const { item, at } = removed
    lines.splice(at, 0, <RemovedItemRow key={`${itemKey(item)}-removed`} name={itemName(item)} onUndo={undo} />)
  }
  const products = useItemProducts(items)
  const cartedItems = Array.isArray(products)
    ? products.map((product, index) => ({ product, qty: items[index]?.qty ?? 0 }))
    : []
  return (
    <>
      <UnpaidOrders items={items} />
      <Parts of={use(CheckoutPartsContext).cart} props={{ items: cartedItems }} />
      <div className="flex flex-col gap-8 lg:grid lg:grid-cols-5 lg:items-start lg:gap-12 xl:grid-cols-3">
        <div className="lg:col-span-3 xl:col-span-2">
          {lines.length > 0 && <ul className="divide-y divide-line border-y border-line">{lines}</ul>}
          {items.length === 0 && (
            <EmptyState title={cartEmpty}>
              <ButtonLink to="/shop" variant="secondary">
                {TEXT.goBack}
              </ButtonLink>
            </EmptyState>
          )}
        </div>
        <div className="max-lg:contents lg:col-span-2 lg:self-stretch xl:col-span-1">
          <CartTotal items={items} />
        </div>
      </div>
    </>
  )
}
