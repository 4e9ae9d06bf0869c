const STEPS = [1, 2, 4, 6, 8, 10]

/**
 * The amount in cents at the top of a chart whose highest bar is `highest`: the next round number of
 * which half is whole dollars. At least two dollars.
 */
export function chartTop(highest: number) {
  const power = 10 ** Math.max(2, Math.floor(Math.log10(Math.max(200, highest))))
  const step = STEPS.find((step) => step * power >= Math.max(200, highest)) ?? 10
  return step * power
}
