import { DiscrepancyKey, DiscrepancyNote } from '#contract/admin/discrepancies.ts'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { closeDiscrepancy, discrepanciesPage } from './discrepancies.ts'

/** The first page of open discrepancies as text, and the command that closes one. */
export async function discrepanciesInWords(db: Db): Promise<string> {
  const first = await discrepanciesPage(db, { state: 'open', pageNumber: 1 })
  if (first.total === 0) return 'The shop’s payments match the card service. There are no open discrepancies.'
  const paragraphs = first.discrepancies.map(({ _id, title, happened, advice, order, reference, since }) =>
    [
      `${_id}. ${title} (since ${since.slice(0, 10)}${order ? `, order ${order.number}` : ''}, reference ${reference})`,
      `   ${happened}`,
      `   ${advice}`,
    ].join('\n'),
  )
  const more =
    first.total > paragraphs.length
      ? [`${first.total - paragraphs.length} more are in the shop at /admin/discrepancies.`]
      : []
  return [...paragraphs, ...more, 'To close one: npm run shop -- close-discrepancy <number> "<note>"'].join('\n\n')
}

/** Closes a discrepancy and answers a sentence. Throws an error with a sentence for a bad number, a bad note or a closed one. */
export async function closeFromCommandLine(db: Db, number: string, note: string): Promise<string> {
  const key = DiscrepancyKey.safeParse({ id: number })
  if (!key.success) throw new AppError('invalid_request', `${number} is not the number of a discrepancy.`)
  const body = DiscrepancyNote.safeParse({ note })
  if (!body.success) throw new AppError('invalid_request', body.error.issues[0]?.message ?? '')
  const { title } = await closeDiscrepancy(db, key.data.id, { ...body.data, by: 'the command line' })
  return `Closed: ${title}.`
}
