/** A row of a measurement's table: its name, and its figures by column. */
export type TableRow = Record<string, string | number>

/** The median of the figures. */
export function median(figures: number[]) {
  const ascending = figures.toSorted((a, b) => a - b)
  const half = ascending.length / 2
  return ((ascending[Math.floor(half)] ?? 0) + (ascending[Math.ceil(half) - 1] ?? 0)) / 2
}

/** The figure rounded to that many decimals. */
export const roundTo = (figure: number, digits = 0) => Number(figure.toFixed(digits))
