import { useState } from 'react'
import type { AdminProduct, ProductHistory } from '#contract/admin/products.ts'
import { formatMoment } from '#contract/dates.ts'
import { useLazyEarlierHistoryQuery } from '#web/admin/calls/adminProductsApi.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { PRODUCT_PAGE } from '#web/texts/admin-products.ts'
import { Button } from '#web/ui/Button.tsx'
import { StandingAlert } from '#web/ui/StandingAlert.tsx'

type Lines = ProductHistory['productTrace']

/** The history of a product, latest first: the latest lines, and earlier ones when they are asked for. */
export function TraceLog({ product }: { product: AdminProduct }) {
  const { _id, productTrace = [], hasEarlierTrace = false } = product
  // A new line moves the place at which the earlier ones begin.
  const key = `${_id} ${productTrace.at(-1)?._id}`
  return (
    <section aria-labelledby="trace" className="mt-6 grid justify-items-start gap-4 border-t border-line pt-10">
      <h2 id="trace">{PRODUCT_PAGE.trace}</h2>
      <History key={key} id={_id} latest={{ productTrace, hasEarlierTrace }} />
    </section>
  )
}

function History({ id, latest }: { id: string; latest: ProductHistory }) {
  const [parts, setParts] = useState<ProductHistory[]>([])
  const [load, { isFetching, error }] = useLazyEarlierHistoryQuery()
  const all = [latest, ...parts]
  const lines = all.flatMap(({ productTrace }) => productTrace)
  const last = lines.at(-1)
  const showEarlier = async (before: string) => {
    const { data } = await load({ id, before })
    if (data) setParts((parts) => [...parts, data])
  }
  return (
    <>
      <LogTable lines={lines} />
      {error !== undefined && <StandingAlert of={error}>{messageOf(error)}</StandingAlert>}
      {last && all.at(-1)?.hasEarlierTrace && (
        <Button variant="secondary" type="button" isBusy={isFetching} onClick={() => void showEarlier(last._id)}>
          {PRODUCT_PAGE.earlierTrace}
        </Button>
      )}
    </>
  )
}

function LogTable({ lines }: { lines: Lines }) {
  const { timeZone } = useShop()
  return (
    <table className="w-full text-sm">
      <thead>
        <tr className="text-left">
          <th scope="col" className="w-48 py-2 pr-6">
            {PRODUCT_PAGE.date}
          </th>
          <th scope="col" className="py-2">
            {PRODUCT_PAGE.log}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {lines.map(({ _id, createdAt, log }) => (
          <tr key={_id}>
            <td className="py-3 pr-6 align-top whitespace-nowrap">
              <time dateTime={createdAt}>{formatMoment(createdAt, timeZone)}</time>
            </td>
            <td className="py-3 break-words">{log}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
