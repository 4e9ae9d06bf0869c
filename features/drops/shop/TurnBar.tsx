import { useEffect, useRef } from 'react'
import type { Order } from '#contract/orders.ts'
import { startTurn } from './start-turn.ts'
import { TurnClock } from './TurnClock.tsx'

/** The clock of this browser's turn above a page of the checkout; on an order's page only of the turn that placed it. */
export function TurnBar({ order }: { order?: Order | undefined }) {
  const clock = useRef<HTMLDivElement>(null)
  const id = order?._id
  // biome-ignore lint/correctness/useExhaustiveDependencies: the script reads the order from the element
  useEffect(() => (clock.current ? startTurn(clock.current) : undefined), [id])
  return (
    <TurnClock
      place={clock}
      order={id}
      className="sticky top-18 z-10"
      bar="flex min-h-11 flex-wrap items-center justify-center gap-x-4 border-b border-line bg-accent-soft px-5 text-center text-sm text-accent-deep"
    />
  )
}
