import { useEffect, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { useDraft } from '#web/admin/forms/use-draft.ts'
import { useDraftOwner } from '#web/forms/use-draft-owner.ts'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { MANUAL_ORDER } from '#web/texts/admin-manual-orders.ts'
import { Head } from '#web/ui/Head.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { AddedOrder } from './manual/AddedOrder.tsx'
import { KeptSale } from './manual/KeptSale.tsx'
import { MarketTotals } from './manual/MarketTotals.tsx'
import { ManualDraft, newDraft } from './manual/manual-draft.ts'
import { useStandQuery } from './manual/manualOrdersApi.ts'
import { SaleForm } from './manual/SaleForm.tsx'
import { UnsentSales } from './manual/UnsentSales.tsx'
import { type UnsentSale, unsentSales } from './manual/unsent-sales.ts'

/** What became of the last sale. */
type LastSale = { order: Order } | { key: string; kept: number }

/** Sells to a buyer who stands here, called or wrote. */
export default function NewOrderPage() {
  const userId = useDraftOwner()
  const stand = useStandQuery(undefined, { refetchOnMountOrArgChange: true })
  const [stored] = useState(newDraft)
  const { values, change, startOver } = useDraft({
    ...{ key: 'manual-order', stored, schema: ManualDraft, fields: ManualDraft },
    valuesOf: (draft) => draft,
    // A restored order is the same one, with its key.
    merge: ({ values: fields }) => ({ fields, theirs: [], both: [] }),
  })
  const [last, setLast] = useState<LastSale | null>(null)
  // What arrives after the order was added or cleared is of no other order.
  const edit = (make: (draft: ManualDraft) => ManualDraft) =>
    change((draft) => (draft.key === values.key ? make(draft) : draft))
  const clear = () => startOver(newDraft())
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a draft that was pressed before the page was left
  useEffect(() => {
    if (unsentSales().some(({ order }) => order.key === values.key)) clear()
  }, [])
  const finish = (sale: LastSale) => {
    clear()
    setLast(sale)
  }
  const open = ({ draft }: UnsentSale) => {
    setLast(null)
    change(draft)
  }
  const next = () => setLast(null)
  return (
    <section aria-labelledby="new-order" className="flex min-h-[calc(100dvh-12rem)] flex-col gap-5">
      <Head title={MANUAL_ORDER.title} noIndex />
      <header className="grid gap-1">
        <h1 id="new-order">{MANUAL_ORDER.title}</h1>
        <p className="max-w-prose text-muted max-sm:sr-only">{MANUAL_ORDER.about}</p>
        <MarketTotals />
      </header>
      {last && 'kept' in last && <KeptSale key={last.key} total={last.kept} onDismiss={next} />}
      {last && 'order' in last && <AddedOrder key={last.order._id} order={last.order} onNext={next} />}
      <UnsentSales userId={userId} sendingKey={values.key} onOpen={values.lines.length === 0 ? open : undefined} />
      {/* Without a signal the stand stays as it was. */}
      {!stand.data && <LoadFailure queries={[stand]} />}
      {stand.isLoading && <Skeleton className="h-96" />}
      {stand.data && (
        <SaleForm
          key={values.key}
          stand={stand.data}
          draft={values}
          userId={userId}
          onChange={edit}
          onAdded={(order) => finish({ order })}
          onKept={(kept) => finish({ key: values.key, kept })}
          onClear={clear}
        />
      )}
    </section>
  )
}
