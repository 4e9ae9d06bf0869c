import type { Order } from '#contract/orders.ts'
import { isCanceled, messageOf } from '../../../api-failure.ts'
import { saveDataPage } from '../../../save-file.ts'
import { ERASE_GUEST } from '../../../texts/admin-orders.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx'
import { StandingAlert } from '../../../ui/StandingAlert.tsx'
import { useDataOfGuestMutation, useEraseGuestMutation } from './adminOrdersApi.ts'

/** Downloads and erases the data of the guest who bought an order. */
export function EraseGuest({ order: { _id, isPaid, isDelivered, isRefunded, user } }: { order: Order }) {
  const [erase, { isLoading, error }] = useEraseGuestMutation()
  const [load, loading] = useDataOfGuestMutation()
  const failure = error ?? loading.error
  const download = async () => {
    const { data } = await load(_id)
    if (data !== undefined) saveDataPage(data)
  }
  const isWaiting = isPaid && !isDelivered && !isRefunded
  return (
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
      {failure !== undefined && !isCanceled(failure) && (
        <StandingAlert of={failure}>{messageOf(failure)}</StandingAlert>
      )}
    </>
  )
}
