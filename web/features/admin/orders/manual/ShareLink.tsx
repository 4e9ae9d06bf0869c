import { messageOf } from '../../../../api-failure.ts'
import { ORDER_LINK } from '../../../../texts/admin-manual-orders.ts'
import { Alert } from '../../../../ui/Alert.tsx'
import { ShareButton } from '../../ShareButton.tsx'
import { useOrderLinkQuery } from './manualOrdersApi.ts'

/** Passes the link of an unpaid order on. */
export function ShareLink({ order: { _id, number } }: { order: { _id: string; number: number } }) {
  // Loaded before the press, because browsers open their menu only right after one.
  const { data, error } = useOrderLinkQuery(_id)
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-sm text-muted">{ORDER_LINK.hint}</p>
      {error && <Alert>{messageOf(error)}</Alert>}
      <ShareButton label={ORDER_LINK.share} title={ORDER_LINK.shareTitle(number)} url={data?.url} />
    </div>
  )
}
