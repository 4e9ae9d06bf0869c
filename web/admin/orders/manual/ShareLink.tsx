import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { ORDER_LINK } from '#web/texts/admin-manual-orders.ts'
import { ShareButton } from '#web/ui/ShareButton.tsx'
import { useOrderLinkQuery } from './manualOrdersApi.ts'

/** Passes the link of an unpaid order on. */
export function ShareLink({ order: { _id, number } }: { order: { _id: string; number: number } }) {
  // Loaded before the press, because browsers open their menu only right after one.
  const query = useOrderLinkQuery(_id)
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-sm text-muted">{ORDER_LINK.hint}</p>
      <LoadFailure queries={[query]} />
      <ShareButton label={ORDER_LINK.share} title={ORDER_LINK.shareTitle(number)} url={query.data?.url} />
    </div>
  )
}
