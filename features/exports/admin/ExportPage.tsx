import { Head } from '#web/ui/Head.tsx'
import { ProductsExport } from './ProductsExport.tsx'
import { RecordsExport } from './RecordsExport.tsx'
import { ShopExport } from './ShopExport.tsx'
import { EXPORTS } from './texts.ts'

/** Where a seller takes along products, orders and customers, or the whole shop. */
export default function ExportPage() {
  return (
    <section aria-labelledby="export-title" className="grid max-w-3xl grid-cols-1 gap-6">
      <Head title={EXPORTS.title} noIndex />
      <header className="grid gap-2">
        <h1 id="export-title">{EXPORTS.title}</h1>
        <p className="max-w-prose text-muted">{EXPORTS.about}</p>
      </header>
      <ProductsExport />
      <RecordsExport />
      <ShopExport />
    </section>
  )
}
