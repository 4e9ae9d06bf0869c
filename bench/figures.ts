/** A line of a measurement's table: what was measured, and its figures by column. */
export type Line = Record<string, string | number>

/** The middle one; of an even number of figures, the mean of the two in the middle. */
export function median(figures: number[]) {
  const sorted = figures.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half) - 1] ?? 0)) / 2
}

/** Rounded to `digits` behind the point. */
export const rounded = (figure: number, digits = 0) => Number(figure.toFixed(digits))
