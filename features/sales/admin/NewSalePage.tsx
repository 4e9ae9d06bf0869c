import { useState } from 'react'
import { EditScreen } from '#web/admin/lists/EditScreen.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { SaleForm } from './SaleForm.tsx'
import { newSale } from './sale-entries.ts'
import { SALE_FORM, SALES } from './texts.ts'

const LIST = { path: '/admin/sales', label: SALES.title }
const LOADED = { currentData: true, error: undefined, refetch: () => undefined }

/** The screen that plans a sale. */
export default function NewSalePage() {
  const { timeZone } = useShop()
  const [sale] = useState(() => newSale(timeZone))
  return (
    <EditScreen title={SALE_FORM.newTitle} list={LIST} noun={SALE_FORM.noun} query={LOADED}>
      <div className="max-w-4xl">
        <SaleForm sale={sale} listPath={LIST.path} />
      </div>
    </EditScreen>
  )
}
