import { lazy, Suspense } from 'react'

const Sales = lazy(async () => ({ default: (await import('#web/admin/orders/manual/KeptSales.tsx')).KeptSales }))

/** Sends the sales that this browser keeps. The desk does not wait for it. */
export const KeptSales = () => (
  <Suspense>
    <Sales />
  </Suspense>
)
