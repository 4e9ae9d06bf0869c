// The rules of carts that are saved for several devices. Without schemas, because the browser has the first of them too.
import type { Answers } from '#contract/questions.ts'

/** A line of a cart: a product with the answers to its questions. */
export type Line = { product: string; answers?: Answers | undefined }

/** A line as a device saved it; `at` is when it first had the line in this quantity, in ISO 8601. */
export type StoredLine = Line & { qty: number; at: string }

/** A line that its owner has paid for, and when. */
export type Purchase = Line & { at: string }

/** Equal for lines of one product with the same answers, in whatever order they stand. */
export const lineKey = ({ product, answers = {} }: Line) =>
  JSON.stringify([product.toLowerCase(), Object.entries(answers).toSorted(([one], [other]) => (one < other ? -1 : 1))])

/** The lines that a device saves, each with the time that it had before while its quantity is the same. */
export function linesToStore(items: readonly (Line & { qty: number })[], before: readonly StoredLine[], now: string) {
  const former = byKey(before)
  return items.map(({ product, qty, answers }): StoredLine => {
    const formerLine = former.get(lineKey({ product, answers }))
    const at = formerLine?.qty === qty ? formerLine.at : now
    return { product: product.toLowerCase(), qty, ...(answers && Object.keys(answers).length > 0 && { answers }), at }
  })
}

/** Whether a line was paid for since it came into its cart. */
export const isBought = (line: StoredLine, purchases: readonly Purchase[]) =>
  purchases.some((purchase) => purchase.at >= line.at && lineKey(purchase) === lineKey(line))

/** The lines of other devices, the one saved last first, that are not among a device's own. Each is there once. */
export function linesElsewhere(others: readonly (readonly StoredLine[])[], own: readonly Line[]): StoredLine[] {
  const ownKeys = new Set(own.map(lineKey))
  const lines = byKey(others.flat().toReversed())
  return [...lines].toReversed().flatMap(([key, line]) => (ownKeys.has(key) ? [] : line))
}

const byKey = <L extends Line>(lines: readonly L[]) => new Map(lines.map((line) => [lineKey(line), line]))
