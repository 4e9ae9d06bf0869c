import type { OrderEvent } from '#contract/admin/orders.ts'
import { formatMoment } from '#contract/dates.ts'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { ADMIN_ORDER } from '#web/texts/admin-orders.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useTimelineQuery } from './adminOrdersApi.ts'

/** The events of an order, oldest first. */
export function Timeline({ id }: { id: string }) {
  const query = useTimelineQuery(id, { refetchOnMountOrArgChange: true })
  const { currentData, error } = query
  const { timeZone } = useShop()
  return (
    <section aria-labelledby="timeline" className="grid content-start gap-4">
      <h3 id="timeline" className="sr-only">
        {ADMIN_ORDER.timeline}
      </h3>
      {currentData ? (
        <ol className="grid">
          {currentData.map((event, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: past events never change places
            <Entry key={index} event={event} timeZone={timeZone} isLast={index === currentData.length - 1} />
          ))}
        </ol>
      ) : error ? (
        <LoadFailure queries={[query]} />
      ) : (
        <Skeleton className="h-64" />
      )}
    </section>
  )
}

const DOTS: Record<OrderEvent['kind'], string> = {
  placed: 'bg-edge',
  claimed: 'bg-edge',
  removed: 'bg-warning',
  repriced: 'bg-warning',
  declined: 'bg-bad',
  paid: 'bg-good',
  mailed: 'bg-edge',
  delayed: 'bg-warning',
  shipped: 'bg-good',
  refunded: 'bg-accent',
  disputed: 'bg-bad',
  noted: 'bg-ink',
  canceled: 'bg-warning',
  readdressed: 'bg-warning',
  returned: 'bg-warning',
  erased: 'bg-edge',
}

type EntryProps = { event: OrderEvent; timeZone: string; isLast: boolean }

const Entry = ({ event: { kind, at, text }, timeZone, isLast }: EntryProps) => (
  <li className="grid grid-cols-[1rem_1fr] gap-3">
    <span aria-hidden="true" className="flex flex-col items-center">
      <span className={`mt-2 size-2.5 shrink-0 rounded-full ${DOTS[kind]}`} />
      {!isLast && <span className="w-px grow bg-line" />}
    </span>
    <p className="min-w-0 pb-5 whitespace-pre-line wrap-anywhere">
      {text}
      <time dateTime={at} className="block text-sm text-muted tabular-nums">
        {formatMoment(at, timeZone)}
      </time>
    </p>
  </li>
)
