import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import type { OrderRow } from '#contract/desk.ts'
import { formatDollars } from '#contract/money.ts'
import { TEXT } from '#contract/texts.ts'
import { messageOf } from '../../../api.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx'
import { SelectField } from '../../../ui/Field.tsx'
import { BulkBar } from '../lists/BulkBar.tsx'
import { ConfirmAction } from '../lists/ConfirmAction.tsx'
import { type Column, DataTable } from '../lists/DataTable.tsx'
import { useDownload } from '../lists/downloads.ts'
import { ListScreen } from '../lists/ListScreen.tsx'
import { type ListAddress, useListAddress } from '../lists/listAddress.ts'
import { useSelection } from '../lists/selection.ts'
import { useDeleteOrderMutation, useOrdersQuery, useShipOrderMutation, useShipOrdersMutation } from './deskApi.ts'
import {
  deletedBanner,
  deletionSentence,
  reasonNotToDelete,
  reasonNotToShip,
  shippingSentence,
  standingOf,
} from './reasons.ts'

/** What the last thing one did came to. */
type Outcome = { kind: 'success' | 'error'; text: string } | null
type Report = (outcome: Outcome) => void

/** Every order: to find, ship, print and delete. */
export default function OrderListPage() {
  const address = useListAddress()
  const filter = queryOf(address)
  const query = useOrdersQuery(filter, { refetchOnMountOrArgChange: true })
  const { currentData } = query
  const selection = useSelection(currentData?.orders)
  const [outcome, report] = useOutcome()
  return (
    <ListScreen
      title="Orders"
      nouns={['order', 'orders']}
      address={address}
      query={query}
      searchLabel="Search by number, name or email"
      action={<ExportButton query={filter} report={report} />}
      filters={<Filters address={address} />}
      banner={
        outcome && (
          <Alert kind={outcome.kind} onDismiss={() => report(null)}>
            {outcome.text}
          </Alert>
        )
      }
      empty="No paid orders yet. They show up here as soon as somebody has paid."
    >
      <DataTable
        caption="Orders"
        columns={COLUMNS}
        rows={currentData?.orders ?? []}
        address={address}
        sortedBy="-number"
        nameOf={({ number }) => `order ${number}`}
        selection={selection}
        actions={(order) => <Actions order={order} report={report} />}
      />
      <Bulk selected={[...selection.ids]} onClear={selection.clear} report={report} />
    </ListScreen>
  )
}

/** Paid ones, unless the address says otherwise. */
function queryOf({ read, query }: ListAddress) {
  const params = new URLSearchParams(query)
  params.set('payment', read('payment', 'paid'))
  return params.toString()
}

/** What came of the last action; at first what the page before has to tell. */
function useOutcome() {
  const { state } = useLocation()
  const told = (state as { banner?: string } | null)?.banner
  return useState<Outcome>(told ? { kind: 'success', text: told } : null)
}

/** A value and, below it, what else there is to say of it. */
const Two = ({ children }: { children: ReactNode }) => <div className="min-w-0 text-right md:text-left">{children}</div>

const COLUMNS: Column<OrderRow>[] = [
  { heading: 'ID', cell: ({ number }) => <span className="font-medium tabular-nums">{number}</span>, sort: 'number' },
  {
    heading: 'Customer',
    cell: ({ user, items }) => (
      <Two>
        {user.name}
        <span className="block text-xs text-muted">{items === 1 ? '1 piece' : `${items} pieces`}</span>
      </Two>
    ),
  },
  {
    heading: 'Email',
    isLong: true,
    cell: ({ user }) => (
      <a href={`mailto:${user.email}`} className="wrap-anywhere">
        {user.email}
      </a>
    ),
  },
  {
    heading: 'Total',
    cell: ({ totalPrice, refunded }) => (
      <div className="text-right">
        {formatDollars(totalPrice)}
        {refunded > 0 && <span className="block text-xs text-muted">{formatDollars(refunded)} refunded</span>}
      </div>
    ),
    sort: 'total',
    isNumber: true,
  },
  {
    heading: 'Paid?',
    cell: (order) => (
      <Two>
        <Badge kind={order.isPaid ? 'good' : 'bad'}>{standingOf(order).paid}</Badge>{' '}
        {order.isDemo && <Badge kind="warning">Demo</Badge>}
        {order.paidAt && (
          <time className="block text-xs whitespace-nowrap text-muted">{order.paidAt.slice(0, 10)}</time>
        )}
      </Two>
    ),
  },
  {
    heading: 'Delivered?',
    cell: (order) => (
      <span className="whitespace-nowrap">
        <Badge kind={order.isDelivered ? 'good' : 'neutral'}>{standingOf(order).delivered}</Badge>
      </span>
    ),
  },
]

function Filters({ address }: { address: ListAddress }) {
  return (
    <>
      <SelectField
        label="Payment"
        value={address.read('payment', 'paid')}
        // What is not paid waits for no parcel.
        onChange={({ target }) =>
          address.change({ payment: target.value === 'paid' ? '' : target.value, delivery: '' })
        }
      >
        <option value="paid">{TEXT.paid}</option>
        <option value="unpaid">{TEXT.notPaid}</option>
      </SelectField>
      {address.read('payment', 'paid') === 'paid' && (
        <SelectField
          label="Delivery"
          value={address.read('delivery', 'all')}
          onChange={({ target }) => address.change({ delivery: target.value === 'all' ? '' : target.value })}
        >
          <option value="all">All</option>
          <option value="waiting">To ship</option>
          <option value="shipped">{TEXT.shipped}</option>
        </SelectField>
      )}
    </>
  )
}

function Actions({ order, report }: { order: OrderRow; report: Report }) {
  const { markShipped, deleteIt, isShipping, isDeleting } = useCalls(order, report)
  const { _id, number } = order
  return (
    <div className="flex flex-wrap items-center gap-x-5 whitespace-nowrap md:justify-end xl:flex-nowrap">
      <ButtonLink to={`/order/${_id}`} variant="quiet" aria-label={`Go To Order ${number}`}>
        Go To Order
      </ButtonLink>
      <ConfirmAction
        variant="quiet"
        reason={reasonNotToShip(order)}
        sentence={shippingSentence(order)}
        action={TEXT.markShipped}
        onConfirm={markShipped}
        isBusy={isShipping}
        aria-label={`${TEXT.markShipped}: order ${number}`}
      >
        {TEXT.markShipped}
      </ConfirmAction>
      <ConfirmAction
        variant="quiet"
        reason={reasonNotToDelete(order)}
        sentence={deletionSentence(order)}
        action="Delete"
        onConfirm={deleteIt}
        isBusy={isDeleting}
        aria-label={`Delete order ${number}`}
      >
        Delete
      </ConfirmAction>
    </div>
  )
}

/** What can be done with one order; each call says what came of it. */
function useCalls({ _id, number, isDelivered }: OrderRow, report: Report) {
  const [ship, shipping] = useShipOrderMutation()
  const [remove, removal] = useDeleteOrderMutation()
  const tell = (error: unknown, done: string) =>
    report(error ? { kind: 'error', text: messageOf(error) } : { kind: 'success', text: done })
  const shipped = isDelivered ? `Order ${number} was shipped already.` : `Order ${number} is marked as shipped.`
  return {
    markShipped: async () => tell((await ship({ id: _id })).error, shipped),
    deleteIt: async () => tell((await remove(_id)).error, deletedBanner(number)),
    isShipping: shipping.isLoading,
    isDeleting: removal.isLoading,
  }
}

function Bulk({ selected, onClear, report }: { selected: string[]; onClear(): void; report: Report }) {
  const [ship, { isLoading }] = useShipOrdersMutation()
  const count = selected.length
  const markShipped = async () => {
    const { data, error } = await ship(selected)
    if (!data) return report({ kind: 'error', text: messageOf(error) })
    onClear()
    report({ kind: 'success', text: shippedBanner(data.shipped, count) })
  }
  return (
    <BulkBar count={count} onClear={onClear}>
      <ConfirmButton
        variant="quiet"
        sentence={`Those of the ${count} orders that are paid and not shipped are marked as shipped, and their buyers get a message.`}
        action={TEXT.markShipped}
        onConfirm={markShipped}
        isBusy={isLoading}
      >
        Mark shipped
      </ConfirmButton>
      <ButtonLink to={`/admin/packing?ids=${selected}`} variant="quiet">
        Print packing slips
      </ButtonLink>
      <ButtonLink to={`/admin/picklist?ids=${selected}`} variant="quiet">
        Print pick list
      </ButtonLink>
    </BulkBar>
  )
}

function shippedBanner(shipped: number, count: number) {
  const orders = shipped === 1 ? '1 order is' : `${shipped} orders are`
  const left = count - shipped
  const rest =
    left === 0
      ? ''
      : left === 1
        ? ' The other one was shipped already or is not paid.'
        : ` The other ${left} were shipped already or are not paid.`
  return `${orders} marked as shipped.${rest}`
}

function ExportButton({ query, report }: { query: string; report: Report }) {
  const { download, isLoading } = useDownload(`/api/orders/export?${query}`, 'orders.csv')
  const save = async () => {
    const failure = await download()
    if (failure) report({ kind: 'error', text: failure })
  }
  return (
    <Button variant="secondary" onClick={save} isBusy={isLoading}>
      Export as CSV
    </Button>
  )
}
