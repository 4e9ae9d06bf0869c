import { useNavigate } from 'react-router'
import { TEXT } from '#contract/texts.ts'
import { useAppDispatch, useAppSelector } from '../../store.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useForm } from '../accounts/forms.ts'
import { shippingAddressSaved } from '../cart/cartSlice.ts'
import { AddressFields } from './AddressFields.tsx'
import { CheckoutPage } from './CheckoutPage.tsx'
import { ADDRESS_FIELDS, addressProblem, trimmed } from './validation.ts'

/** Where the parcel goes. */
export default function ShippingPage() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const saved = useAppSelector(({ cart }) => cart.shippingAddress)
  const { form, problem, errors, dismiss } = useForm(ADDRESS_FIELDS, (values) => {
    const found = addressProblem(values)
    if (found) return found
    dispatch(shippingAddressSaved(trimmed(values)))
    navigate('/payment')
    return null
  })
  return (
    <CheckoutPage title={TEXT.shipping} current="shipping">
      {problem && <Alert onDismiss={dismiss}>{problem.message}</Alert>}
      <Panel>
        <form {...form} className="grid gap-5 sm:grid-cols-2">
          <AddressFields saved={saved} errors={errors} />
          <div className="grid sm:col-span-2">
            <Button>{TEXT.continue}</Button>
          </div>
        </form>
      </Panel>
    </CheckoutPage>
  )
}
