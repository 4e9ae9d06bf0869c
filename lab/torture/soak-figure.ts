// What the file of a soak tells, also of one that was cut off: `node lab/torture/soak-figure.ts .cache/soak.jsonl` writes its
// figure into lab/reports/reliability.md.
import { readFileSync } from 'node:fs'
import type { Probe } from './probe.ts'
import { writeFigures } from './report.ts'
import { slopePerHour } from './slope.ts'

/** What the database has, and what waits in it; ages in seconds, sizes in megabytes. */
export type HeldResources = Record<(typeof HELD_NAMES)[number], number>
export const HELD_NAMES = [
  ...['unfinished', 'oldestUnfinished', 'orders', 'paid', 'discrepancies', 'mails', 'webhooks', 'counters', 'sessions'],
  ...['products', 'photos', 'alerts', 'connections', 'megabytes'],
] as const

/** A line of the file: a look at the shop, a check of its books, or its end. */
export type Look = Probe & HeldResources & { opened: number; machine: number; counts: Record<string, number> }
export type Check = { at: number; violation: string }
export type End = { at: number; isSound: boolean }
type Line = Look | Check | End

export const MOST_MB_PER_HOUR = 1
const MB = 2 ** 20

/** The lines of a soak's file. */
export const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/**
 * By how much the heap in use grows in an hour, in MB; and what was seen, in a sentence. It tells the code that V8
 * compiles apart from objects: that grows for hours, ever more slowly, while more of the shop becomes hot.
 */
export function soakFigure(lines: Line[]) {
  const looks = lines.filter((line): line is Look => 'heapInUse' in line)
  const checks = lines.filter((line): line is Check => 'violation' in line)
  const end = lines.find((line): line is End => 'isSound' in line)
  const [first, last] = [looks[0], looks.at(-1)]
  if (!first || !last) throw new Error('The file has no look at a shop.')
  const growth = (value: (look: Look) => number) =>
    slopePerHour(looks.map((look) => ({ at: look.at, value: value(look) / MB })))
  const heap = growth(({ heapInUse }) => heapInUse)
  const code = growth((look) => look.code)
  const objects = growth(({ heapInUse, code }) => heapInUse - code)
  const rss = growth((look) => look.rss)
  const violations = checks.filter(({ violation }) => violation).length + (end && !end.isSound ? 1 : 0)
  const deedCount = (deed: RegExp) =>
    Object.entries(last.counts).reduce(
      (sum, [key, count]) => sum + (deed.test(key) ? count - (first.counts[key] ?? 0) : 0),
      0,
    )
  const megabytes = (value: (look: Look) => number) =>
    [first, last].map((look) => (value(look) / MB).toFixed(0)).join(' to ')
  const seconds = (last.at - first.at) / 1_000
  const figure = [
    `${(seconds / 3_600).toFixed(1)} h of ${((last.orders - first.orders) / seconds).toFixed(1)} orders/s, ${last.paid - first.paid} paid, among ${deedCount(/^fault made/)} faults of the card service and ${2 * deedCount(/^cut 2/)} cut connections`,
    `the heap in use after a collection went from ${megabytes(({ heapInUse }) => heapInUse)} MB, ${signedNumber(heap)} MB/h by least squares over ${looks.length} looks: ${signedNumber(objects)} objects and ${signedNumber(code)} code that V8 compiled; RSS ${megabytes((look) => look.rss)} MB, ${signedNumber(rss)} MB/h`,
    `${last.opened} open files, ${last.connections} connections of the database`,
    `${violations} violations in ${checks.length + (end ? 1 : 0)} checks of the books`,
    end
      ? `${last.unfinished === 0 || end.isSound ? 0 : last.unfinished} orders in limbo at the end`
      : 'cut off before the end',
    `the longest payment took ${Math.max(...looks.map(({ oldestUnfinished }) => oldestUnfinished))} s`,
  ].join('; ')
  return { heap, violations, isEnded: end !== undefined, figure }
}

const signedNumber = (number: number) => `${number < 0 ? '−' : '+'}${Math.abs(number).toFixed(2)}`

if (import.meta.main) {
  const { heap, violations, figure } = soakFigure(linesOf(readFileSync(process.argv[2] ?? '', 'utf8')))
  const isPassed = violations === 0 && heap <= MOST_MB_PER_HOUR
  writeFigures(['Q10'], [{ rows: ['Q10'], isPassed, name: 'a soak', figure }])
}
