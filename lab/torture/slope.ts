export type Point = { at: number; value: number }

const HOUR_MS = 3_600_000

/** Growth of the value in an hour, by least squares over the points; `at` is in milliseconds. NaN below two points. */
export function slopePerHour(points: Point[]): number {
  const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length
  const [at, value] = [mean(points.map((point) => point.at)), mean(points.map((point) => point.value))]
  const both = points.reduce((sum, point) => sum + (point.at - at) * (point.value - value), 0)
  const spread = points.reduce((sum, point) => sum + (point.at - at) ** 2, 0)
  return (both / spread) * HOUR_MS
}
