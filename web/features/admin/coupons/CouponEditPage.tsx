import { useParams } from 'react-router'
import { EditScreen, useListPath } from '../lists/EditScreen.tsx'
import { CouponForm } from './CouponForm.tsx'
import { useCouponQuery } from './couponRecordsApi.ts'

/** Edit Coupon: what it takes off and how long, with a rehearsal beside it. */
export default function CouponEditPage() {
  const { id = '' } = useParams()
  const query = useCouponQuery(id, { refetchOnMountOrArgChange: true })
  const { currentData: coupon } = query
  const list = { path: useListPath('/admin/coupons'), label: 'Coupons' }
  return (
    <EditScreen title="Edit Coupon" list={list} noun="coupon" query={query}>
      {coupon && <CouponForm key={coupon._id} coupon={coupon} listPath={list.path} />}
    </EditScreen>
  )
}
