import type { SentShipments, ShipmentsTakenBack } from '#contract/admin/orders.ts'
import { useTakeBackShipmentsMutation } from './adminOrdersApi.ts'

/**
 * How to take back what was shipped at once, for a notice; `onDone` hears how much of it was not too late. Undefined when
 * nothing was sent.
 */
export function useShipmentsUndo(onDone: (result: ShipmentsTakenBack) => void) {
  const [takeBack] = useTakeBackShipmentsMutation()
  return ({ parcels, ready }: SentShipments) => {
    if (parcels.length + ready.length === 0) return undefined
    return async () => {
      const answer = await takeBack({ parcels, ready })
      if (answer.data) onDone(answer.data)
      return answer
    }
  }
}
