import { useId } from 'react'
import { formatDollars } from '#contract/money.ts'
import type { ShownMethod, useMethods } from '#web/shop/cart/use-methods.ts'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { SHIPPING_METHODS } from '#web/texts/checkout.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { METHODS_ID } from './methods-in-sight.ts'

type Props = {
  shipping: Pick<ReturnType<typeof useMethods>, 'methods' | 'chosen' | 'noShipping' | 'query'> &
    Pick<ListProps, 'choose'>
}

/** The ways to ship an order, with price and arrival each, or why nothing is shipped to its address. */
export function ShippingMethods({ shipping: { methods, chosen, choose, noShipping, query } }: Props) {
  return (
    <>
      <LoadFailure queries={[query]} />
      {noShipping && <NoShipping sentence={noShipping} />}
      <MethodList name={useId()} methods={methods} chosen={chosen?.id} choose={choose} />
    </>
  )
}

type ListProps = { name: string; methods: ShownMethod[]; chosen: string | undefined; choose(id: string): void }

/** Radio buttons for the ways to ship. Nothing while there is one way, about which there is nothing to say. */
export function MethodList({ name, methods, chosen, choose }: ListProps) {
  const isOneSimple = methods.length === 1 && !methods[0]?.arrives && !methods[0]?.pickup
  if (methods.length === 0 || isOneSimple) return null
  return (
    <fieldset id={METHODS_ID} className="grid gap-3">
      <legend className="mb-3 font-serif text-xl leading-tight">{SHIPPING_METHODS.title}</legend>
      {methods.map((method) => (
        <label
          key={method.id}
          className="flex min-h-14 cursor-pointer items-start gap-3 rounded-md border border-edge bg-card px-4 py-3 has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input
            type="radio"
            name={name}
            value={method.id}
            checked={method.id === chosen}
            onChange={() => choose(method.id)}
            className="mt-1 size-5 shrink-0"
          />
          <MethodWords method={method} />
        </label>
      ))}
    </fieldset>
  )
}

const MethodWords = ({ method: { name, price, arrives, pickup } }: { method: ShownMethod }) => (
  <span className="grid min-w-0 grow gap-1">
    <span className="flex justify-between gap-x-4">
      <span className="font-medium wrap-anywhere">{name}</span>
      <span className="tabular-nums">{price === 0 ? SHIPPING_METHODS.free : formatDollars(price)}</span>
    </span>
    {arrives && <span className="text-sm text-muted">{arrives}</span>}
    {pickup && (
      <span className="text-sm wrap-anywhere text-muted">
        {pickup.address}
        {pickup.hours && `. ${pickup.hours}`}
      </span>
    )}
  </span>
)

/** Why nothing is shipped to a place, with the way to ask. */
export const NoShipping = ({ sentence }: { sentence: string }) => (
  <Alert kind="warning">
    <span className="flex flex-wrap items-center gap-x-6 gap-y-2">
      {sentence}
      <ButtonLink to="/contact" variant="quiet" className="-my-2.5">
        {SHIPPING_METHODS.contact}
      </ButtonLink>
    </span>
  </Alert>
)
