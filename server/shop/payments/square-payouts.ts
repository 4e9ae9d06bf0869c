// Reads Square's records of payouts and their entries.
import type { EntryPage, ListedPayout, PayoutEntry, PayoutList } from './gateway.ts'
import type * as api from './square-api.ts'
import type { SquareClient } from './square-client.ts'
import { everyPage, listWindow, onePage } from './square-records.ts'

/** All payouts created in that time, oldest first; `refused` when the access token may not read them. */
export async function listPayouts(client: SquareClient, from: Date, until: Date): Promise<PayoutList> {
  const period = listWindow(from, until, client)
  const records = await everyPage(client, '/v2/payouts', period, ({ payouts }) => payouts?.map(listedPayout))
  if ('rows' in records) return records.rows
  return records.status === 401 || records.status === 403 ? 'refused' : undefined
}

/** A page of the entries of a payout; undefined without an answer. */
export async function payoutEntries(
  client: SquareClient,
  payoutId: string,
  next?: string,
): Promise<EntryPage | undefined> {
  const path = `/v2/payouts/${encodeURIComponent(payoutId)}/payout-entries`
  const query = { sort_order: 'ASC', limit: 100, cursor: next }
  const page = await onePage(client, path, query, ({ payout_entries }) => payout_entries?.map(listedEntry))
  return 'rows' in page ? { entries: page.rows, next: page.next } : undefined
}

const centsOf = (money: api.Money | null | undefined) => money?.amount ?? 0

const listedPayout = (payout: api.Payout): ListedPayout => ({
  id: payout.id,
  status: STATUSES[payout.status ?? ''] ?? 'sent',
  kind: payout.type === 'SIMPLE' ? 'without_entries' : 'with_entries',
  amountCents: centsOf(payout.amount_money),
  feeCents: (payout.payout_fee ?? []).reduce((sum, { amount_money }) => sum + centsOf(amount_money), 0),
  arrivesOn: payout.arrival_date ?? null,
  bankReference: payout.end_to_end_id ?? null,
  createdAt: new Date(payout.created_at ?? Date.now()),
})

const STATUSES: Record<string, ListedPayout['status']> = { SENT: 'sent', PAID: 'paid', FAILED: 'failed' }

/** An entry; what it is about stands in the details of its kind. */
function listedEntry(entry: api.PayoutEntry): PayoutEntry {
  const { type_charge_details, type_refund_details, type_dispute_details, type_open_dispute_details } = entry
  const dispute = type_dispute_details ?? type_open_dispute_details
  const about = type_charge_details ?? type_refund_details ?? dispute ?? entry.type_fee_details
  return {
    id: entry.id,
    payoutId: entry.payout_id,
    kind: entry.type ?? 'OTHER',
    effectiveAt: new Date(entry.effective_at ?? Date.now()),
    grossCents: centsOf(entry.gross_amount_money),
    feeCents: centsOf(entry.fee_amount_money),
    netCents: centsOf(entry.net_amount_money),
    paymentId: about?.payment_id ?? null,
    refundId: type_refund_details?.refund_id ?? null,
    disputeId: dispute?.dispute_id ?? null,
  }
}
