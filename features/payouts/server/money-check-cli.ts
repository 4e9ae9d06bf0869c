import Fastify from 'fastify'
import { MoneyCheckQuery } from '#contract/admin/money-check.ts'
import { dayOf } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { openDiscrepancies } from '#server/shop/payments/discrepancies.ts'
import { discrepanciesInWords } from '#server/shop/payments/discrepancy-cli.ts'
import { type Gateway, modeOf } from '#server/shop/payments/gateway.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { readAndCheck } from './money-check-job.ts'
import { moneyOfMonth } from './money-days.ts'
import { MONEY_CHECK } from './texts.ts'

/**
 * Reads new payouts and answers the money of a month as a table, with what differs in words; good only without open
 * discrepancies. Throws an error with a sentence for a month that is none.
 */
export async function moneyCheckInWords({ db, gateway }: { db: Db; gateway: Gateway }, month?: string) {
  const { timeZone } = await shopSettings(db)
  const query = MoneyCheckQuery.safeParse({ month: month ?? dayOf(new Date(), timeZone).slice(0, 7) })
  if (!query.success) throw new AppError('invalid_request', MONEY_CHECK.noMonth(month ?? ''))
  // What it records is printed, so nothing is logged besides.
  const reading = await readAndCheck({ db, gateway, log: Fastify({ logger: false }).log })
  const { days, total, elsewhere } = await moneyOfMonth(db, query.data.month, modeOf(gateway))
  const rows = [...days, { day: MONEY_CHECK.total, ...total }].map((row) => [
    row.day,
    String(row.orders),
    ...[row.taken, row.refunded, row.fees, row.disputed, row.left, row.paidOut].map(formatDollars),
    row.differences > 0 ? String(row.differences) : '',
  ])
  const open = await openDiscrepancies(db)
  const text = [
    ...(reading === 'read' ? [] : [MONEY_CHECK.readings[reading]]),
    days.length === 0 ? MONEY_CHECK.nothing : alignColumns([MONEY_CHECK.columns, ...rows]),
    ...(elsewhere === 0 ? [] : [MONEY_CHECK.elsewhere(formatDollars(elsewhere))]),
    await discrepanciesInWords(db),
  ].join('\n\n')
  return { text, isGood: open === 0 && reading !== 'unanswered' }
}

/** Cells under each other, aligned to the right but for the first of each row. */
function alignColumns(rows: readonly (readonly string[])[]) {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? []
  return rows
    .map((row) => row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))))
    .map((row) => row.join('  ').trimEnd())
    .join('\n')
}
