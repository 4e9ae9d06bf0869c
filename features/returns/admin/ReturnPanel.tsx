import type { Order } from '#contract/orders.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { useAdminReturnsQuery } from './adminReturnsApi.ts'
import { ReturnCard } from './ReturnCard.tsx'
import { RETURN } from './texts.ts'

/** The returns of an order, with what the seller does about them; nothing without any. */
export function ReturnPanel({ order: { _id: id, isPaid } }: { order: Order }) {
  const { currentData } = useAdminReturnsQuery(`order=${id}`, { skip: !isPaid, refetchOnMountOrArgChange: true })
  return currentData?.returns.map((one) => (
    <Panel key={one._id}>
      <ReturnCard one={one} title={<h3 className="text-lg">{RETURN.title[one.kind]}</h3>} />
    </Panel>
  ))
}
