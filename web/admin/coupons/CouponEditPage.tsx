import { useParams } from 'react-router'
import { EditScreen, useListPath } from '#web/admin/lists/EditScreen.tsx'
import { COUPON_FORM, COUPONS } from '#web/texts/admin.ts'
import { useCouponQuery } from './adminCouponsApi.ts'
import { CouponForm } from './CouponForm.tsx'

/** Edit Coupon, with a preview of its effect. */
export default function CouponEditPage() {
  const { id = '' } = useParams()
  const query = useCouponQuery(id, { refetchOnMountOrArgChange: true })
  const { currentData: coupon } = query
  const list = { path: useListPath('/admin/coupons'), label: COUPONS.title }
  return (
    <EditScreen title={COUPON_FORM.title} list={list} noun={COUPON_FORM.noun} query={query}>
      {coupon && <CouponForm key={coupon._id} coupon={coupon} listPath={list.path} />}
    </EditScreen>
  )
}
