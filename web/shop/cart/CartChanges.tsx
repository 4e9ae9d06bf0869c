import { use } from 'react'
import type { Product } from '#contract/products.ts'
import { LoadFailure, type LoadQuery } from '#web/shop/layout/LoadFailure.tsx'
import { CheckoutPartsContext } from '#web/shop/slots/checkout-parts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Parts } from '#web/ui/Parts.tsx'

type Props = { changes: string[]; sold: Product[]; load: LoadQuery; onDismiss(): void }

/** Notices on changed cart items with what features say below about the `sold` ones, or the error of the refresh. */
export function CartChanges({ changes, sold, load, onDismiss }: Props) {
  const { leftCart } = use(CheckoutPartsContext)
  return (
    <>
      <LoadFailure queries={[load]} />
      {changes.length > 0 && (
        <Alert kind="warning" onDismiss={onDismiss}>
          {changes.map((change) => (
            <p key={change}>{change}</p>
          ))}
          {sold.map((product) => (
            <Parts key={product._id} of={leftCart} props={{ product }} />
          ))}
        </Alert>
      )}
    </>
  )
}
