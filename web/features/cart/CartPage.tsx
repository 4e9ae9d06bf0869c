import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { itemName } from '#contract/order-items.ts'
import { TEXT } from '#contract/texts.ts'
import { useAppSelector } from '../../store.ts'
import { CART } from '../../texts/checkout.ts'
import { Alert } from '../../ui/Alert.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Head } from '../../ui/Head.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useShop } from '../shop/use-shop.ts'
import { CartChanges } from './CartChanges.tsx'
import { CartItemRow, RemovedItemRow } from './CartItemRow.tsx'
import { CartTotal } from './CartTotal.tsx'
import { itemKey } from './cart.ts'
import { useAddToCart, useFreshCart } from './fresh-cart.ts'
import { useRemoval } from './use-removal.ts'

/**
 * The cart. `/cart/{id}`, with the fields of the buy box as parameters, first adds that product; then the address becomes
 * `/cart`, so that a reload adds nothing.
 */
export default function CartPage() {
  const { id } = useParams()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
  const { changes, sold, dismiss, load } = useFreshCart()
  useAddToCart(id, query, (found) => {
    // Its pages are documents of their own, so the address of this one is replaced.
    if (found && typeof found === 'object') return window.location.replace(found.page)
    setProblem(found)
    navigate('/cart', { replace: true })
  })
  const restored = useAppSelector(({ session }) => session.restored)
  return (
    <div className="mx-auto grid w-full max-w-page gap-8 px-5 py-10 sm:px-8 lg:py-16">
      <Head title={CART.title} description={CART.description} noIndex />
      <h1>{CART.title}</h1>
      {problem && <Alert onDismiss={() => setProblem(null)}>{problem}</Alert>}
      <CartChanges changes={changes} sold={sold} load={load} onDismiss={dismiss} />
      {restored && !id ? <CartContents /> : <Skeleton className="with-scripts h-96" />}
    </div>
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
  return (
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
  )
}
