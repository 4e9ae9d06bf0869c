import { useShop } from '#web/shop/settings/use-shop.ts'
import './print.css'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Parcel } from '#contract/admin/orders.ts'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { PRINT } from '#web/texts/admin-orders.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useParcelsQuery } from './adminOrdersApi.ts'

type Props = { title: string; children(parcels: Parcel[]): ReactNode }

/** The layout of printed sheets for the orders in the URL. Only the sheets are printed. */
export function PrintScreen({ title, children }: Props) {
  const [params] = useSearchParams()
  const ids = params.get('ids') ?? ''
  const query = useParcelsQuery(ids, { refetchOnMountOrArgChange: true, skip: !ids })
  const { currentData: parcels, error } = query
  const isEmpty = !ids || parcels?.length === 0
  return (
    <div className="grid gap-6">
      <Head title={title} noIndex />
      <div className="not-on-paper flex flex-wrap items-end justify-between gap-4">
        <div>
          <Link to="/admin/orderlist" className="inline-flex min-h-11 items-center gap-2 no-underline">
            <Icon name="left" className="size-4" />
            {PRINT.back}
          </Link>
          <h1>{title}</h1>
          {parcels && <LeftOut count={ids.split(',').length - parcels.length} />}
        </div>
        {parcels && parcels.length > 0 && <Button onClick={() => window.print()}>{PRINT.print}</Button>}
      </div>
      <LoadFailure queries={[query]} />
      {isEmpty && (
        <EmptyState title={PRINT.nothing}>
          <p>{PRINT.choose}</p>
        </EmptyState>
      )}
      {!isEmpty && !parcels && !error && <Skeleton className="h-96" />}
      {parcels && parcels.length > 0 && <div className="grid gap-6">{children(parcels)}</div>}
    </div>
  )
}

const LeftOut = ({ count }: { count: number }) => count > 0 && <p className="text-muted">{PRINT.leftOut(count)}</p>

/** One sheet of paper. */
export const Sheet = ({ label, children }: { label: string; children: ReactNode }) => (
  <section aria-label={label} className="sheet rounded-lg border border-line p-6 shadow-sm sm:p-10">
    {children}
  </section>
)

/** The shop's name at the head of a sheet. */
export const ShopName = () => <p className="font-serif text-2xl">{useShop().name}</p>
