import { useParams } from 'react-router'
import { EditScreen } from '#web/admin/lists/EditScreen.tsx'
import { SaleForm } from './SaleForm.tsx'
import { useSaleQuery } from './salesApi.ts'
import { SALE_FORM, SALES } from './texts.ts'

const LIST = { path: '/admin/sales', label: SALES.title }

/** The edit screen of a sale. */
export default function SaleEditPage() {
  const { id = '' } = useParams()
  const query = useSaleQuery(id, { refetchOnMountOrArgChange: true })
  const { currentData: sale } = query
  return (
    <EditScreen title={SALE_FORM.title} list={LIST} noun={SALE_FORM.noun} query={query}>
      {sale && (
        <div className="max-w-4xl">
          {/* The form of a sale that has started or ended meanwhile is another one. */}
          <SaleForm key={sale.state} sale={sale} listPath={LIST.path} />
        </div>
      )}
    </EditScreen>
  )
}
