import type { Order } from '#contract/orders.ts'
import { isCanceled, messageOf } from '#web/lib/api-failure.ts'
import { saveDataPage } from '#web/lib/save-file.ts'
import { ERASE_GUEST } from '#web/texts/admin-orders.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { StandingAlert } from '#web/ui/StandingAlert.tsx'
import { useDataOfGuestMutation, useEraseGuestMutation } from './adminOrdersApi.ts'

/** Downloads and erases the data of the guest who bought an order, and says what stays; no buttons for other buyers. */
export function EraseGuest({
  order: { _id, isPaid, isDelivered, isRefunded, user, shippingAddress },
}: {
  order: Order
}) {
  const [erase, { isLoading, error, isSuccess, reset }] = useEraseGuestMutation()
  const [load, loading] = useDataOfGuestMutation()
  const failure = error ?? loading.error
  const download = async () => {
    const { data } = await load(_id)
    if (data !== undefined) saveDataPage(data)
  }
  const hasParcel = isPaid && shippingAddress.address !== ''
  const isWaiting = isPaid && !isDelivered && !isRefunded
  return (
    <>
      {user.isGuest && (
        <>
          <Button variant="quiet" isBusy={loading.isLoading} onClick={() => void download()}>
            {ERASE_GUEST.download}
          </Button>
          <ConfirmButton
            variant="quiet"
            sentence={ERASE_GUEST.sentence(user.name, isWaiting)}
            action={ERASE_GUEST.action}
            onConfirm={() => erase(_id)}
            isBusy={isLoading}
          >
            {ERASE_GUEST.button}
          </ConfirmButton>
        </>
      )}
      {isSuccess && (
        <Alert kind="success" onDismiss={reset}>
          {hasParcel ? ERASE_GUEST.addressStays : ERASE_GUEST.erased}
        </Alert>
      )}
      {failure !== undefined && !isCanceled(failure) && (
        <StandingAlert of={failure}>{messageOf(failure)}</StandingAlert>
      )}
    </>
  )
}
