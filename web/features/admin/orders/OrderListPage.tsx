import { useState } from 'react'
import { useLocation } from 'react-router'
import type { OrderRow } from '#contract/admin/orders.ts'
import { TEXT } from '#contract/texts.ts'
import { PAST_ORDERS } from '../../../texts/admin-history.ts'
import { MANUAL_ORDER } from '../../../texts/admin-manual-orders.ts'
import { ORDER_LIST, POSTAGE } from '../../../texts/admin-orders.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { SelectField } from '../../../ui/Field.tsx'
import { DataTable } from '../lists/DataTable.tsx'
import { ListScreen } from '../lists/ListScreen.tsx'
import { type ListAddress, useListAddress } from '../lists/list-address.ts'
import { useDownload } from '../lists/use-download.ts'
import { useRemoval } from '../lists/use-removal.ts'
import { useSelection } from '../lists/use-selection.ts'
import { useOrdersQuery } from './adminOrdersApi.ts'
import {
  OrderActions,
  OrderBulkBar,
  type Outcome,
  type RemoveFromList,
  type Report,
  RestoreAction,
} from './OrderActions.tsx'
import { orderColumns } from './order-columns.tsx'

/** All orders: search, ship, print, delete and restore. */
export default function OrderListPage() {
  const address = useListAddress()
  const filter = queryOf(address)
  const { isLeaving, left, removing } = useRemoval<OrderRow>(address)
  const query = useOrdersQuery(filter, { refetchOnMountOrArgChange: true, skip: isLeaving })
  const all = query.currentData?.orders ?? NONE
  const rows = left(all)
  const selection = useSelection(rows)
  const [outcome, report] = useOutcome()
  const take: RemoveFromList = (ids, call) => removing(all, new Set(ids), call)
  const isDeleted = isShowingDeleted(address)
  const isWaitingList = address.read('delivery') === 'waiting'
  const calls = { report, take, isWaitingList }
  return (
    <ListScreen
      title={isDeleted ? ORDER_LIST.deletedTitle : ORDER_LIST.title}
      nouns={ORDER_LIST.nouns}
      address={address}
      query={query}
      searchLabel={ORDER_LIST.search}
      action={
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <ButtonLink to="/admin/past-orders" variant="quiet">
            {PAST_ORDERS.open}
          </ButtonLink>
          <ButtonLink to="/admin/postage" variant="quiet">
            {POSTAGE.open}
          </ButtonLink>
          <ExportButton query={filter} report={report} />
          <ButtonLink to="/admin/orders/new">{MANUAL_ORDER.open}</ButtonLink>
        </div>
      }
      filters={<Filters address={address} />}
      banner={
        outcome && (
          <Alert kind={outcome.kind} onDismiss={() => report(null)}>
            {outcome.text}
          </Alert>
        )
      }
      empty={ORDER_LIST.empty}
    >
      <DataTable
        caption={isDeleted ? ORDER_LIST.deletedTitle : ORDER_LIST.title}
        columns={orderColumns(isWaitingList)}
        rows={rows}
        address={address}
        sortedBy={isWaitingList ? 'shipBy' : '-number'}
        nameOf={({ number }) => ORDER_LIST.nameOf(number)}
        {...(isDeleted ? {} : { selection })}
        actions={(order) =>
          isDeleted ? <RestoreAction order={order} {...calls} /> : <OrderActions order={order} {...calls} />
        }
      />
      {!isDeleted && <OrderBulkBar selected={[...selection.ids]} onClear={selection.clear} {...calls} />}
    </ListScreen>
  )
}

const NONE: OrderRow[] = []

const isShowingDeleted = ({ read }: ListAddress) => read('show') === 'deleted'

/** The paid orders, unless the address says otherwise; all of the deleted ones. */
function queryOf(address: ListAddress) {
  const params = new URLSearchParams(address.query)
  params.set('payment', address.read('payment', isShowingDeleted(address) ? 'all' : 'paid'))
  return params.toString()
}

/** The result of the last action; at first the one that the previous page handed on. */
function useOutcome() {
  const { state } = useLocation()
  const banner = (state as { banner?: string } | null)?.banner
  return useState<Outcome>(banner ? { kind: 'success', text: banner } : null)
}

function Filters({ address }: { address: ListAddress }) {
  const payment = address.read('payment', 'paid')
  const isDeleted = isShowingDeleted(address)
  const sortedBy = address.read('sort')
  // Only orders to ship are sorted by the day by which they ship.
  const sort = sortedBy.endsWith('shipBy') ? '' : sortedBy
  return (
    <>
      <SelectField
        label={ORDER_LIST.show}
        value={isDeleted ? 'deleted' : 'current'}
        onChange={({ target }) =>
          address.change({ show: target.value === 'deleted' ? 'deleted' : '', payment: '', delivery: '', sort })
        }
      >
        <option value="current">{ORDER_LIST.current}</option>
        <option value="deleted">{ORDER_LIST.deleted}</option>
      </SelectField>
      {!isDeleted && (
        <SelectField
          label={ORDER_LIST.payment}
          value={payment}
          // An unpaid order is never to ship.
          onChange={({ target }) =>
            address.change({ payment: target.value === 'paid' ? '' : target.value, delivery: '', sort })
          }
        >
          <option value="paid">{TEXT.paid}</option>
          <option value="unpaid">{TEXT.notPaid}</option>
        </SelectField>
      )}
      {!isDeleted && payment === 'paid' && (
        <SelectField
          label={ORDER_LIST.delivery}
          value={address.read('delivery', 'all')}
          onChange={({ target }) => address.change({ delivery: target.value === 'all' ? '' : target.value, sort })}
        >
          <option value="all">{ORDER_LIST.all}</option>
          <option value="waiting">{ORDER_LIST.toShip}</option>
          <option value="refund">{ORDER_LIST.toRefund}</option>
          <option value="shipped">{TEXT.shipped}</option>
        </SelectField>
      )}
    </>
  )
}

function ExportButton({ query, report }: { query: string; report: Report }) {
  const { download, isLoading } = useDownload(`/api/orders/export?${query}`, 'orders.csv')
  const save = async () => {
    const failure = await download()
    if (failure) report({ kind: 'error', text: failure })
  }
  return (
    <Button variant="secondary" onClick={save} isBusy={isLoading}>
      {ORDER_LIST.export}
    </Button>
  )
}
