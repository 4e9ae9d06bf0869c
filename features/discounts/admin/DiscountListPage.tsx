import { useNavigate } from 'react-router'
import { useGoodsNames } from '#web/admin/coupons/DiscountFields.tsx'
import { discountSentenceOf } from '#web/admin/coupons/discount-draft.ts'
import type { Column } from '#web/admin/lists/DataTable.tsx'
import { ListScreen } from '#web/admin/lists/ListScreen.tsx'
import { useListAddress } from '#web/admin/lists/list-address.ts'
import { DeleteButton, EditLink } from '#web/admin/lists/RowActions.tsx'
import { useDeletion } from '#web/admin/lists/use-deletion.tsx'
import { messageOf } from '#web/lib/api-failure.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { Discount } from '../contract.ts'
import { useAdminDiscountsQuery, useCreateDiscountMutation, useDeleteDiscountMutation } from './discountsApi.ts'
import { DISCOUNTS } from './texts.ts'

/** The discounts without a code, including drafts and those that are over. */
export default function DiscountListPage() {
  const address = useListAddress()
  const navigate = useNavigate()
  const [make, creation] = useCreateDiscountMutation()
  const [remove] = useDeleteDiscountMutation()
  const sentence = ({ name }: Discount) => DISCOUNTS.deleted(name)
  const { banner, deleteRow, isDeleting, isLeaving, left } = useDeletion({ address, sentence, remove })
  const query = useAdminDiscountsQuery(undefined, { refetchOnMountOrArgChange: true, skip: isLeaving })
  const rows = query.currentData?.discounts ?? []
  const create = async () => {
    const { data } = await make()
    if (data) navigate(`/admin/discounts/${data._id}/edit`)
  }
  return (
    <ListScreen
      title={DISCOUNTS.title}
      about={DISCOUNTS.about}
      address={address}
      query={query}
      action={
        <Button type="button" onClick={create} isBusy={creation.isLoading}>
          {DISCOUNTS.create}
        </Button>
      }
      banner={creation.error ? <Alert onDismiss={creation.reset}>{messageOf(creation.error)}</Alert> : banner}
      total={query.currentData?.discounts.length}
      empty={DISCOUNTS.empty}
      caption={DISCOUNTS.title}
      table={{
        columns: COLUMNS,
        rows: left(rows),
        nameOf: ({ name }) => name,
        actions: (discount) => (
          <>
            <EditLink to={`/admin/discounts/${discount._id}/edit`} name={discount.name} />
            <DeleteButton
              name={discount.name}
              sentence={DISCOUNTS.deletion(discount.name)}
              isDeleting={isDeleting(discount)}
              onDelete={() => void deleteRow(discount, rows)}
            />
          </>
        ),
      }}
    />
  )
}

const COLUMNS: Column<Discount>[] = [
  {
    heading: DISCOUNTS.name,
    cell: ({ name, isSaved }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
        {!isSaved && <Badge kind="neutral">{DISCOUNTS.notSaved}</Badge>}
      </span>
    ),
  },
  { heading: DISCOUNTS.effect, cell: (discount) => <Sentence discount={discount} />, isLong: true },
]

/** What a discount takes off, of what, and when. */
function Sentence({ discount }: { discount: Discount }) {
  return discountSentenceOf(discount, useGoodsNames())
}
