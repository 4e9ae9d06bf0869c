const MOST_NUMBERS = 10
const AROUND = 2

type Entry = number | 'earlier' | 'later'

/** Page numbers to show: all of up to 10 pages, else the first, the last and those around `page`, with gaps between. */
export function pageWindow(page: number, pages: number): Entry[] {
  if (pages <= MOST_NUMBERS) return range(1, pages)
  const first = Math.min(Math.max(page - AROUND, 1), pages - 2 * AROUND)
  const last = first + 2 * AROUND
  return [...before(first), ...range(first, last), ...after(last, pages)]
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

const before = (first: number): Entry[] => (first === 1 ? [] : first === 2 ? [1] : [1, 'earlier'])

const after = (last: number, pages: number): Entry[] =>
  last === pages ? [] : last === pages - 1 ? [pages] : ['later', pages]
