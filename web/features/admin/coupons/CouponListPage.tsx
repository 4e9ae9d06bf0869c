import { useNavigate } from 'react-router'
import type { Coupon } from '#contract/admin/coupons.ts'
import { couponDeleted } from '#contract/admin/texts.ts'
import { formatDollars } from '#contract/money.ts'
import { TEXT } from '#contract/texts.ts'
import { messageOf } from '../../../api-failure.ts'
import { COUPONS } from '../../../texts/admin.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { type Column, DataTable } from '../lists/DataTable.tsx'
import { ListScreen } from '../lists/ListScreen.tsx'
import { useListAddress } from '../lists/list-address.ts'
import { DeleteButton, EditLink } from '../lists/RowActions.tsx'
import { useDeletion } from '../lists/use-deletion.tsx'
import { useCouponsQuery, useCreateCouponMutation, useDeleteCouponMutation } from './adminCouponsApi.ts'

/** All coupons, including drafts and expired ones. */
export default function CouponListPage() {
  const address = useListAddress()
  const [remove] = useDeleteCouponMutation()
  const sentence = ({ code }: Coupon) => couponDeleted(code)
  const { banner, deleteRow, isDeleting, isLeaving, left } = useDeletion({ address, sentence, remove })
  const query = useCouponsQuery(address.query, { refetchOnMountOrArgChange: true, skip: isLeaving })
  const rows = query.currentData?.coupons ?? []
  const { create, creation } = useCreation()
  return (
    <ListScreen
      title={COUPONS.title}
      nouns={COUPONS.nouns}
      address={address}
      query={query}
      searchLabel={COUPONS.search}
      action={
        <Button type="button" onClick={create} isBusy={creation.isLoading}>
          {COUPONS.create}
        </Button>
      }
      banner={creation.error ? <Alert onDismiss={creation.reset}>{messageOf(creation.error)}</Alert> : banner}
      empty={COUPONS.empty}
    >
      <DataTable
        caption={COUPONS.title}
        columns={COLUMNS}
        rows={left(rows)}
        address={address}
        sortedBy="-created"
        nameOf={({ code }) => code}
        actions={(coupon) => (
          <Actions coupon={coupon} isDeleting={isDeleting(coupon)} onDelete={() => void deleteRow(coupon, rows)} />
        )}
      />
    </ListScreen>
  )
}

/** Creates an empty coupon and opens its form. */
function useCreation() {
  const navigate = useNavigate()
  const [make, creation] = useCreateCouponMutation()
  const create = async () => {
    const { data } = await make()
    if (data) navigate(`/admin/coupon/${data._id}/edit`)
  }
  return { create, creation }
}

const yesOrNo = (isSo: boolean) => (
  <span className={isSo ? 'font-medium' : 'text-muted'}>{isSo ? COUPONS.yes : COUPONS.no}</span>
)

const COLUMNS: Column<Coupon>[] = [
  { heading: COUPONS.code, cell: (coupon) => <Code coupon={coupon} />, sort: 'code' },
  {
    heading: COUPONS.id,
    cell: ({ _id }) => <code className="text-xs break-all xl:whitespace-nowrap">{_id}</code>,
    isLong: true,
  },
  { heading: COUPONS.amount, cell: ({ amount }) => formatDollars(amount), sort: 'amount', isNumber: true },
  { heading: COUPONS.oneTime, cell: ({ oneTime }) => yesOrNo(oneTime) },
  { heading: COUPONS.freeShip, cell: ({ freeShip }) => yesOrNo(freeShip) },
  { heading: COUPONS.taxFree, cell: ({ taxFree }) => yesOrNo(taxFree) },
  {
    heading: COUPONS.expires,
    cell: ({ expires }) => <span className="whitespace-nowrap tabular-nums">{expires ?? TEXT.notSet}</span>,
    sort: 'expires',
  },
]

const Code = ({ coupon: { code, isSaved, oneTime, uses } }: { coupon: Coupon }) => (
  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
    <span className="min-w-0 break-all font-medium">{code}</span>
    {!isSaved && <Badge kind="neutral">{COUPONS.notSaved}</Badge>}
    {oneTime && uses > 0 && <Badge kind="neutral">{COUPONS.used}</Badge>}
  </span>
)

type ActionsProps = { coupon: Coupon; isDeleting: boolean; onDelete(): void }

const Actions = ({ coupon: { _id, code }, ...deletion }: ActionsProps) => (
  <>
    <EditLink to={`/admin/coupon/${_id}/edit`} name={code} />
    <DeleteButton name={code} sentence={COUPONS.deletion(code)} {...deletion} />
  </>
)
