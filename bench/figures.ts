/** A row of a measurement's table: its name, and its figures by column. */
export type TableRow = Record<string, string | number>

/** The median of the figures. */
export function median(figures: number[]) {
  const sorted = figures.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half) - 1] ?? 0)) / 2
}

/** The figure rounded to that many decimals. */
export const rounded = (figure: number, digits = 0) => Number(figure.toFixed(digits))
