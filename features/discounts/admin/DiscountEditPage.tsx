import { useParams } from 'react-router'
import { EditScreen } from '#web/admin/lists/EditScreen.tsx'
import { DiscountForm } from './DiscountForm.tsx'
import { useDiscountQuery } from './discountsApi.ts'
import { DISCOUNT_FORM, DISCOUNTS } from './texts.ts'

const LIST = { path: '/admin/discounts', label: DISCOUNTS.title }

/** The edit screen of a discount without a code. */
export default function DiscountEditPage() {
  const { id = '' } = useParams()
  const query = useDiscountQuery(id, { refetchOnMountOrArgChange: true })
  const { currentData: discount } = query
  return (
    <EditScreen title={DISCOUNT_FORM.title} list={LIST} noun={DISCOUNT_FORM.noun} query={query}>
      {discount && <DiscountForm key={discount._id} discount={discount} listPath={LIST.path} />}
    </EditScreen>
  )
}
