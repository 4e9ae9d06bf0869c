import { useNavigate } from 'react-router'
import type { Coupon } from '#contract/admin/coupons.ts'
import { couponDeleted } from '#contract/admin/texts.ts'
import { formatDollars } from '#contract/money.ts'
import { TEXT } from '#contract/texts.ts'
import type { Column } from '#web/admin/lists/DataTable.tsx'
import { ListScreen } from '#web/admin/lists/ListScreen.tsx'
import { useListAddress } from '#web/admin/lists/list-address.ts'
import { DeleteButton, EditLink } from '#web/admin/lists/RowActions.tsx'
import { useDeletion } from '#web/admin/lists/use-deletion.tsx'
import { messageOf } from '#web/lib/api-failure.ts'
import { COUPONS } from '#web/texts/admin.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useCouponsQuery, useCreateCouponMutation, useDeleteCouponMutation } from './adminCouponsApi.ts'
import { draftFromCoupon, sentenceOf } from './coupon-draft.ts'
import { useGoodsNames } from './DiscountFields.tsx'

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
      table={{
        columns: COLUMNS,
        rows: left(rows),
        sortedBy: '-created',
        nameOf: ({ code }) => code,
        facts: (coupon) => <Facts coupon={coupon} />,
        actions: (coupon) => (
          <Actions coupon={coupon} isDeleting={isDeleting(coupon)} onDelete={() => void deleteRow(coupon, rows)} />
        ),
      }}
    />
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
  },
  { heading: COUPONS.amount, cell: (coupon) => <Reduction coupon={coupon} />, sort: 'amount', kind: 'number' },
  { heading: COUPONS.oneTime, cell: ({ oneTime }) => yesOrNo(oneTime) },
  { heading: COUPONS.freeShip, cell: ({ freeShip }) => yesOrNo(freeShip) },
  { heading: COUPONS.taxFree, cell: ({ taxFree }) => yesOrNo(taxFree) },
  {
    heading: COUPONS.expires,
    cell: ({ expires }) => <span className="whitespace-nowrap tabular-nums">{expires ?? TEXT.notSet}</span>,
    sort: 'expires',
    kind: 'day',
  },
]

const Code = ({ coupon }: { coupon: Coupon }) => {
  const { code, isSaved, oneTime, uses } = coupon
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="min-w-0 break-all font-medium">{code}</span>
      {!isSaved && <Badge kind="neutral">{COUPONS.notSaved}</Badge>}
      {oneTime && uses > 0 && <Badge kind="neutral">{COUPONS.used}</Badge>}
      <span className="basis-full text-muted max-md:hidden">
        <Sentence coupon={coupon} />
      </span>
    </span>
  )
}

const Reduction = ({ coupon: { amount, percent } }: { coupon: Coupon }) =>
  percent === null ? formatDollars(amount) : `${percent / 100}%`

/** What a coupon takes off, of what, and how often. */
function Sentence({ coupon }: { coupon: Coupon }) {
  return sentenceOf(draftFromCoupon(coupon), useGoodsNames())
}

/** A coupon on a narrow page: what it takes off, and until when. */
const Facts = ({ coupon }: { coupon: Coupon }) => (
  <span className="grid basis-full gap-1">
    <Sentence coupon={coupon} />
  </span>
)

type ActionsProps = { coupon: Coupon; isDeleting: boolean; onDelete(): void }

const Actions = ({ coupon: { _id, code }, ...deletion }: ActionsProps) => (
  <>
    <EditLink to={`/admin/coupon/${_id}/edit`} name={code} />
    <DeleteButton name={code} sentence={COUPONS.deletion(code)} {...deletion} />
  </>
)
