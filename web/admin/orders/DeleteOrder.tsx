import type { ComponentProps } from 'react'
import type { Order } from '#contract/orders.ts'
import { ConfirmAction } from '#web/admin/lists/ConfirmAction.tsx'
import { ORDER_ACTIONS } from '#web/texts/admin-orders.ts'
import type { Button } from '#web/ui/Button.tsx'
import { deletionSentence, reasonNotToDelete, secondDeletionQuestion } from './order-warnings.ts'

type Shown = Pick<Order, 'number' | 'totalPrice' | 'isPaid' | 'isDelivered' | 'isRefunded'>
type Props = Omit<ComponentProps<typeof Button>, 'onClick' | 'type'> & {
  order: Shown
  onDelete(): void
}

/** Deletes an order after a confirmation, or after two while it is paid and neither shipped nor refunded. */
export const DeleteOrder = ({ order, onDelete, ...button }: Props) => (
  <ConfirmAction
    {...button}
    variant="quiet"
    reason={reasonNotToDelete(order)}
    sentence={deletionSentence(order)}
    again={secondDeletionQuestion(order)}
    action={ORDER_ACTIONS.delete}
    onConfirm={onDelete}
  />
)
