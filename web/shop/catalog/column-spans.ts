const IN_A_ROW = 4

/** The twelfths of a row that each of `count` tiles takes, so that each row is full and has at most four tiles. */
export function columnSpans(count: number): number[] {
  const first = firstRows(count)
  const rest = count - first.length
  return [...first, ...Array.from({ length: rest }, () => 12 / IN_A_ROW)]
}

/** The tiles that do not fill rows of four make wider tiles in the rows above. */
function firstRows(count: number) {
  const over = count % IN_A_ROW
  if (over === 3) return [6, 3, 3]
  if (over === 2) return count === 2 ? [6, 6] : [4, 4, 4, 4, 4, 4]
  if (over === 1) return count === 1 ? [12] : [6, 6, 4, 4, 4]
  return []
}
