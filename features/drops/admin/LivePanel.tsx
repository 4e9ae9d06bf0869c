import { Panel } from '#web/ui/Panel.tsx'
import type { EditedDrop } from '../contract.ts'
import { LIVE } from './texts.ts'

/** How many wait, choose, pay and have bought. Nothing of a drop that nobody has joined before its start. */
export function LivePanel({ drop: { state, line, sold, pieces } }: { drop: EditedDrop }) {
  if (state === 'canceled' || (state === 'planned' && line.tickets === 0)) return null
  const { tickets, admitted, choosing, paying } = line
  const figures = [
    [LIVE.waiting, state === 'over' ? 0 : tickets - admitted],
    [LIVE.choosing, state === 'over' ? 0 : choosing],
    [LIVE.paying, state === 'over' ? 0 : paying],
    [LIVE.left, pieces + (state === 'over' ? 0 : paying)],
    [LIVE.sold, sold],
  ] as const
  return (
    <Panel>
      <section aria-labelledby="live" className="grid gap-4">
        <h2 id="live">{LIVE.title}</h2>
        <dl className="grid grid-cols-2 gap-5 sm:grid-cols-3 lg:grid-cols-5">
          {figures.map(([label, value]) => (
            <div key={label} className="flex flex-col-reverse justify-end">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="font-serif text-2xl tabular-nums">{LIVE.count(value)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </Panel>
  )
}
