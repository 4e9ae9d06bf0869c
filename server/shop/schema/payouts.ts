import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, text } from 'drizzle-orm/pg-core'
import { PAYOUT_STATUSES } from '#contract/admin/money-check.ts'
import { table, timestampNow, timestampTz } from '#server/platform/db/columns.ts'
import { PAYMENT_MODES } from './payments.ts'

const mode = () => text({ enum: PAYMENT_MODES }).notNull()

/** Payouts to the seller's bank. `id` and `createdAt` are the card service's. */
export const payouts = table(
  'payouts',
  {
    id: text().primaryKey(),
    /** The payment mode in which it was read. */
    mode: mode(),
    status: text({ enum: PAYOUT_STATUSES }).notNull(),
    /** A payout `without_entries` is itself an entry of a later one. */
    kind: text({ enum: ['with_entries', 'without_entries'] }).notNull(),
    /** Negative when the card service takes money from the bank account. */
    amountCents: integer().notNull(),
    /** The fee of the transfer. */
    feeCents: integer().notNull(),
    /** The day on which it arrives at the bank. */
    arrivesOn: date({ mode: 'string' }),
    /** Its reference on the bank statement. */
    bankReference: text(),
    createdAt: timestampTz().notNull(),
    /** When all of its entries were read; null while some may be missing. */
    entriesReadAt: timestampTz(),
  },
  (t) => [
    index('payouts_newest').on(t.mode, t.createdAt),
    index('payouts_unread').on(t.createdAt).where(sql`${t.entriesReadAt} is null`),
    check('payouts_mode', sql`${t.mode} in ('live', 'sandbox', 'simulated')`),
    check('payouts_status', sql`${t.status} in ('sent', 'paid', 'failed')`),
    check('payouts_kind', sql`${t.kind} in ('with_entries', 'without_entries')`),
  ],
)

/** The lines of a payout: payments, refunds, disputes and fees, each with what it adds to the payout (`netCents`). */
export const payoutEntries = table(
  'payout_entries',
  {
    id: text().primaryKey(),
    payoutId: text()
      .notNull()
      .references(() => payouts.id, { onDelete: 'cascade' }),
    /** The card service's name for it, such as CHARGE, REFUND, OPEN_DISPUTE or DISPUTE: an open set. */
    kind: text().notNull(),
    effectiveAt: timestampTz().notNull(),
    grossCents: integer().notNull(),
    /** The fee that is taken out of it; negative for a fee that is returned. */
    feeCents: integer().notNull(),
    netCents: integer().notNull(),
    paymentId: text(),
    refundId: text(),
    disputeId: text(),
  },
  (t) => [
    index('payout_entries_payout').on(t.payoutId),
    index('payout_entries_effective').on(t.effectiveAt),
    index('payout_entries_payment').on(t.paymentId).where(sql`${t.paymentId} is not null`),
    index('payout_entries_refund').on(t.refundId).where(sql`${t.refundId} is not null`),
    index('payout_entries_dispute').on(t.disputeId).where(sql`${t.disputeId} is not null`),
  ],
)

/** When the payouts of a payment mode were last read, and whether the access token may read them. */
export const payoutReads = table(
  'payout_reads',
  {
    mode: mode().primaryKey(),
    readAt: timestampNow(),
    isRefused: boolean().notNull().default(false),
  },
  (t) => [check('payout_reads_mode', sql`${t.mode} in ('live', 'sandbox', 'simulated')`)],
)
