import { useState } from 'react'
import { COUNTRY } from '#contract/addresses.ts'
import type { Order } from '#contract/orders.ts'
import { messageOf } from '../../../api-failure.ts'
import { PACKAGE } from '../../../texts/admin-orders.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { AddressFields } from '../../checkout/AddressFields.tsx'
import { ADDRESS_FIELDS, type AddressProblem, addressProblem, trimmedAddress } from '../../checkout/validation.ts'
import { useChangeAddressMutation } from './adminOrdersApi.ts'

/** Changes the shipping address of an order that has not shipped. */
export function AddressForm({ order, onDone }: { order: Order; onDone(): void }) {
  // As it was when the form opened, so that a change of another admin is not replaced.
  const [loaded] = useState(order.shippingAddress)
  const [problem, setProblem] = useState<AddressProblem | null>(null)
  const [typed, setTyped] = useState<Record<string, string | undefined>>(loaded)
  const [change, { isLoading, error }] = useChangeAddressMutation()
  const save = async (data: FormData) => {
    const form = Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, String(data.get(field) ?? '')]))
    setTyped(form)
    const found = addressProblem({ ...form, country: COUNTRY })
    setProblem(found)
    if (found) return
    const { error: refusal } = await change({ id: order._id, shippingAddress: trimmedAddress(form), loaded })
    if (!refusal) onDone()
  }
  return (
    <form action={(data) => void save(data)} noValidate aria-label={PACKAGE.changeAddress} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <AddressFields saved={typed} errors={problem?.fields ?? {}} />
      </div>
      <p className="text-sm text-muted">{order.isPaid ? PACKAGE.amountsStayPaid : PACKAGE.amountsStay}</p>
      {error && <Alert>{messageOf(error)}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" isBusy={isLoading}>
          {PACKAGE.saveAddress}
        </Button>
        <Button type="button" variant="quiet" onClick={onDone}>
          {PACKAGE.keepAddress}
        </Button>
      </div>
    </form>
  )
}
