import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { messageOf } from '../../../api.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx'
import { CheckField } from '../../../ui/Field.tsx'
import { useRefundOrderMutation } from './deskApi.ts'

/** Cancels an order that cost nothing: there is no money to give back, only pieces. */
export function CancelForm({ order }: { order: Order }) {
  return (
    <section aria-labelledby="cancel" className="grid content-start gap-4">
      <h3 id="cancel" className="text-lg">
        Cancel
      </h3>
      {order.isRefunded ? (
        <p className="text-muted">
          This order is canceled.{' '}
          {order.isRestocked ? 'Its pieces are back on the shelf.' : 'Its pieces did not go back on the shelf.'}
        </p>
      ) : (
        <Cancellation order={order} />
      )}
    </section>
  )
}

function Cancellation({ order: { _id: id, number, user } }: { order: Order }) {
  const [restock, setRestock] = useState(true)
  const [cancel, { isLoading, error }] = useRefundOrderMutation()
  const shelf = restock ? 'Its pieces go back on the shelf.' : 'Its pieces do not go back on the shelf.'
  return (
    <>
      <p className="text-muted">{user.name} paid nothing for this order, so no money goes back.</p>
      <CheckField
        label="Put the pieces back on the shelf"
        checked={restock}
        onChange={({ target }) => setRestock(target.checked)}
      />
      {error && <Alert>{messageOf(error)}</Alert>}
      <ConfirmButton
        variant="secondary"
        className="justify-self-start"
        sentence={`Order ${number} will not be shipped any more. ${shelf}`}
        action="Cancel this order"
        onConfirm={() => cancel({ id, restock })}
        isBusy={isLoading}
      >
        Cancel this order
      </ConfirmButton>
    </>
  )
}
