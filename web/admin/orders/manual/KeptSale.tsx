import { useEffect, useRef } from 'react'
import { UNSENT } from '#web/texts/admin-manual-orders.ts'
import { Alert } from '#web/ui/Alert.tsx'

/** Says that a sale counts although the shop does not know of it yet. `total` is in cents. */
export function KeptSale({ total, onDismiss }: { total: number; onDismiss(): void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Alert kind="success" onDismiss={onDismiss}>
      <h2 ref={heading} tabIndex={-1} className="font-sans text-base font-semibold">
        {UNSENT.kept(total)}
      </h2>
      <p>{UNSENT.keptHint}</p>
    </Alert>
  )
}
