import type { Order } from '#contract/orders.ts'
import { isCanceled, messageOf } from '../../../api-failure.ts'
import { ERASE_GUEST } from '../../../texts/admin-orders.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx'
import { useEraseGuestMutation } from './adminOrdersApi.ts'

/** Erases the data of the guest who bought an order. */
export function EraseGuest({ order: { _id, isPaid, isDelivered, isRefunded, user } }: { order: Order }) {
  const [erase, { isLoading, error }] = useEraseGuestMutation()
  const isWaiting = isPaid && !isDelivered && !isRefunded
  return (
    <>
      <ConfirmButton
        variant="quiet"
        sentence={ERASE_GUEST.sentence(user.name, isWaiting)}
        action={ERASE_GUEST.action}
        onConfirm={() => erase(_id)}
        isBusy={isLoading}
      >
        {ERASE_GUEST.button}
      </ConfirmButton>
      {error !== undefined && !isCanceled(error) && <Alert>{messageOf(error)}</Alert>}
    </>
  )
}
