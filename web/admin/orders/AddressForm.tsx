import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { useForm } from '#web/forms/use-form.ts'
import { formProblemOf } from '#web/shop/accounts/validation.ts'
import { ADDRESS_FIELDS, addressProblem, trimmedAddress } from '#web/shop/addresses/validation.ts'
import { AddressFields } from '#web/shop/checkout/AddressFields.tsx'
import { PACKAGE } from '#web/texts/admin-orders.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useChangeAddressMutation } from './adminOrdersApi.ts'

/** Changes the shipping address of an order that has not shipped. */
export function AddressForm({ order, onDone }: { order: Order; onDone(): void }) {
  // As it was when the form opened, so that a change of another admin is not replaced.
  const [loaded] = useState(order.shippingAddress)
  const [change] = useChangeAddressMutation()
  const { form, problem, errors, isSending, dismiss } = useForm(ADDRESS_FIELDS, async (values) => {
    const incomplete = addressProblem(values)
    if (incomplete) return incomplete
    const { error } = await change({ id: order._id, shippingAddress: trimmedAddress(values), loaded })
    if (error) return formProblemOf(error)
    onDone()
    return null
  })
  return (
    <form {...form} aria-labelledby="change-address" className="grid gap-4">
      <h3 id="change-address" ref={focus} tabIndex={-1} className="text-lg">
        {PACKAGE.changeAddress}
      </h3>
      <div className="grid gap-4 sm:grid-cols-2">
        <AddressFields saved={loaded} errors={errors} />
      </div>
      <p className="text-sm text-muted">{order.isPaid ? PACKAGE.amountsStayPaid : PACKAGE.amountsStay}</p>
      {problem && <Alert onDismiss={dismiss}>{problem.message}</Alert>}
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <Button variant="secondary" isBusy={isSending}>
          {PACKAGE.saveAddress}
        </Button>
        <Button type="button" variant="quiet" onClick={onDone}>
          {PACKAGE.keepAddress}
        </Button>
      </div>
    </form>
  )
}

const focus = (heading: HTMLElement | null) => heading?.focus()
