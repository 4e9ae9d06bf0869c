import { useState } from 'react'
import { formatDollars } from '#contract/money.ts'
import { type Column, DataTable } from '#web/admin/lists/DataTable.tsx'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useSettled } from '#web/ui/use-settled.ts'
import { WasPrice } from '#web/ui/WasPrice.tsx'
import type { PreviewedPrice, SaleUpdate } from '../contract.ts'
import { useSalePreviewQuery } from './salesApi.ts'
import { PREVIEW } from './texts.ts'

const PAUSE_MS = 400

type Props = { update: SaleUpdate | undefined; sale: string | undefined }

/** Every price of a sale as it will be, while its form is filled in. */
export function SalePreview({ update, sale }: Props) {
  const settled = useSettled(JSON.stringify(update ?? null), PAUSE_MS)
  const wanted = JSON.parse(settled) as SaleUpdate | null
  return (
    <section aria-labelledby="new-prices" className="grid gap-4">
      <h2 id="new-prices">{PREVIEW.title}</h2>
      {wanted ? <Prices key={settled} update={wanted} sale={sale} /> : <p className="text-muted">{PREVIEW.waiting}</p>}
    </section>
  )
}

function Prices({ update, sale }: { update: SaleUpdate; sale: string | undefined }) {
  const [pageNumber, setPageNumber] = useState(1)
  const query = useSalePreviewQuery({ update, sale, pageNumber })
  const { data } = query
  if (!data) return query.error ? <LoadFailure queries={[query]} /> : <Skeleton className="h-64" />
  const { prices, page, pages, reduced, others, atRegularPrice, recent } = data
  return (
    <div className="grid gap-4">
      <LoadFailure queries={[query]} />
      <div role="status" className="grid gap-1">
        <p className="font-medium">{reduced > 0 ? PREVIEW.reduced(reduced) : PREVIEW.none}</p>
        {others > 0 && <p>{PREVIEW.others(others)}</p>}
        {atRegularPrice > 0 && <p>{PREVIEW.atRegularPrice(atRegularPrice)}</p>}
      </div>
      {recent > 0 && <Alert kind="warning">{PREVIEW.recent(recent)}</Alert>}
      {prices.length > 0 && (
        <DataTable
          caption={PREVIEW.table}
          columns={COLUMNS}
          rows={prices}
          nameOf={({ name }) => name}
          facts={(row) => <Facts row={row} />}
        />
      )}
      {pages > 1 && (
        <div className="flex flex-wrap items-center gap-4">
          <Button type="button" variant="secondary" disabled={page === 1} onClick={() => setPageNumber(page - 1)}>
            {PREVIEW.previous}
          </Button>
          <p>{PREVIEW.page(page, pages)}</p>
          <Button type="button" variant="secondary" disabled={page === pages} onClick={() => setPageNumber(page + 1)}>
            {PREVIEW.next}
          </Button>
        </div>
      )}
    </div>
  )
}

/** On a narrow page: the price as shoppers will see it, and what it is now when that is not crossed out. */
function Facts({ row: { price, salePrice, wasPrice, inSale } }: { row: PreviewedPrice }) {
  if (salePrice === null) return `${formatDollars(price)} · ${inSale === null ? PREVIEW.stays : PREVIEW.keptBy(inSale)}`
  return (
    <>
      <WasPrice cents={wasPrice ?? undefined} />
      <span className="font-medium">{formatDollars(salePrice)}</span>
      {wasPrice !== price && ` · ${PREVIEW.now} ${formatDollars(price)}`}
    </>
  )
}

const COLUMNS: Column<PreviewedPrice>[] = [
  {
    heading: PREVIEW.product,
    cell: ({ name, isNew, salePrice }) => (
      <span className="inline-flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
        {name} {isNew && salePrice !== null && <Badge kind="neutral">{PREVIEW.isNew}</Badge>}
      </span>
    ),
  },
  { heading: PREVIEW.now, kind: 'number', cell: ({ price }) => formatDollars(price) },
  {
    heading: PREVIEW.inSale,
    kind: 'number',
    cell: ({ salePrice, inSale }) => {
      if (inSale !== null) return PREVIEW.keptBy(inSale)
      return salePrice === null ? PREVIEW.stays : formatDollars(salePrice)
    },
  },
  {
    heading: PREVIEW.crossed,
    kind: 'number',
    cell: ({ wasPrice }) => (wasPrice === null ? PREVIEW.nothing : formatDollars(wasPrice)),
  },
]
