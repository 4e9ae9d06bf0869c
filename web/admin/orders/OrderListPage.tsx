import { use, useState } from 'react'
import { useLocation } from 'react-router'
import type { OrderRow } from '#contract/admin/orders.ts'
import { TEXT } from '#contract/texts.ts'
import { useIsOwner } from '#web/admin/lib/use-is-owner.ts'
import { choices, type Filter } from '#web/admin/lists/ListFilters.tsx'
import { ListScreen } from '#web/admin/lists/ListScreen.tsx'
import { type ListAddress, useListAddress } from '#web/admin/lists/list-address.ts'
import { useDownload } from '#web/admin/lists/use-download.ts'
import { useRemoval } from '#web/admin/lists/use-removal.ts'
import { useSelection } from '#web/admin/lists/use-selection.ts'
import { AdminSlotsContext } from '#web/admin/slots/admin-slots.ts'
import { MANUAL_ORDER } from '#web/texts/admin-manual-orders.ts'
import { ORDER_LIST, POSTAGE } from '#web/texts/admin-orders.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
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
import { UndoNotice } from './UndoNotice.tsx'

/** All orders: search, ship, print, delete and restore. */
export default function OrderListPage() {
  const address = useListAddress()
  const isOwner = useIsOwner()
  const filter = queryOf(address)
  const { isLeaving, left, removing } = useRemoval<OrderRow>(address)
  const query = useOrdersQuery(filter, { refetchOnMountOrArgChange: true, skip: isLeaving })
  const all = query.currentData?.orders ?? NONE
  const rows = left(all)
  const selection = useSelection(rows)
  const { outcome, place, report } = useOutcome()
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
      action={isOwner && <ButtonLink to="/admin/orders/new">{MANUAL_ORDER.open}</ButtonLink>}
      more={
        <>
          {use(AdminSlotsContext).orderLinks.map(({ to, label }) => (
            <ButtonLink key={to} to={to} variant="quiet">
              {label}
            </ButtonLink>
          ))}
          <ButtonLink to="/admin/postage" variant="quiet">
            {POSTAGE.open}
          </ButtonLink>
          {isOwner && <ExportButton query={filter} report={report} />}
        </>
      }
      filters={filtersOf(address)}
      banner={outcome && <OutcomeNotice key={place} outcome={outcome} report={report} />}
      empty={ORDER_LIST.empty}
      table={{
        columns: orderColumns(isWaitingList),
        rows,
        sortedBy: isWaitingList ? 'shipBy' : '-number',
        sortedByName: isWaitingList ? ORDER_LIST.dueFirst : undefined,
        nameOf: ({ number }) => ORDER_LIST.nameOf(number),
        selection: isDeleted ? undefined : selection,
        actions: (order) =>
          isDeleted ? isOwner && <RestoreAction order={order} {...calls} /> : <OrderActions order={order} {...calls} />,
      }}
    >
      {!isDeleted && <OrderBulkBar selected={[...selection.ids]} onClear={selection.clear} {...calls} />}
    </ListScreen>
  )
}

function OutcomeNotice({ outcome, report }: { outcome: NonNullable<Outcome>; report: Report }) {
  const dismiss = () => report(null)
  if (outcome.kind === 'success' && outcome.undo)
    return (
      <UndoNotice
        waiting={outcome.waiting ?? outcome.text}
        done={outcome.text}
        undo={outcome.undo}
        onDismiss={dismiss}
      />
    )
  return (
    <Alert kind={outcome.kind} onDismiss={dismiss}>
      {outcome.text}
    </Alert>
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

/**
 * The result of the last action and its place among all of them, by which each gets a notice of its own; at first the one
 * that the previous page handed on.
 */
function useOutcome() {
  const { state } = useLocation()
  const banner = (state as { banner?: string } | null)?.banner
  const [latest, setLatest] = useState<{ outcome: Outcome; place: number }>({
    outcome: banner ? { kind: 'success', text: banner } : null,
    place: 0,
  })
  const report: Report = (outcome) => setLatest(({ place }) => ({ outcome, place: place + 1 }))
  return { ...latest, report }
}

/** All orders or the deleted ones; of all, those that are paid or not, and of the paid ones those to ship. */
function filtersOf(address: ListAddress): Filter[] {
  // Only orders to ship are sorted by the day by which they ship.
  const sort = address.read('sort').endsWith('shipBy') ? ['sort'] : []
  const show: Filter = {
    name: 'show',
    label: ORDER_LIST.show,
    options: choices({ current: ORDER_LIST.current, deleted: ORDER_LIST.deleted }),
    clears: ['payment', 'delivery', ...sort],
  }
  const payment: Filter = {
    name: 'payment',
    label: ORDER_LIST.payment,
    options: choices({ paid: TEXT.paid, unpaid: TEXT.notPaid }),
    // An unpaid order is never to ship.
    clears: ['delivery', ...sort],
  }
  const delivery: Filter = {
    name: 'delivery',
    label: ORDER_LIST.delivery,
    options: choices({ ...ORDER_LIST.deliveries, shipped: TEXT.shipped }),
    clears: sort,
  }
  if (isShowingDeleted(address)) return [show]
  return address.read('payment', 'paid') === 'paid' ? [show, payment, delivery] : [show, payment]
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
