import { useEffect, useRef, useState } from 'react'
import { messageOf } from '#web/lib/api-failure.ts'

type Moving<Row> = {
  rows: Row[]
  /** Shows the new order before it is saved. */
  show(rows: Row[]): void
  /** Saves the order, where `show` does not. */
  save?(rows: Row[]): PromiseLike<{ error?: unknown }>
  onRefused?(sentence: string): void
}

/**
 * Moves a row of an ordered list up or down. The focus stays on the pressed button, or at the end of the list moves to
 * the other one. `moved` is the last row that was moved, and its place.
 */
export function useMoving<Row>({ rows, show, save, onRefused }: Moving<Row>) {
  const sending = useRef(Promise.resolve())
  const [moved, setMoved] = useState<{ row: Row; by: number; to: number } | null>(null)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (!moved) return
    const [up, down] = list.current?.children[moved.to]?.querySelectorAll<HTMLButtonElement>('[data-move]') ?? []
    const [first, second] = moved.by < 0 ? [up, down] : [down, up]
    if (first?.disabled) second?.focus()
    else first?.focus()
  }, [moved])
  const move = (from: number, by: number) => {
    const next = [...rows]
    const [row] = next.splice(from, 1)
    if (!row) return
    next.splice(from + by, 0, row)
    show(next)
    setMoved({ row, by, to: from + by })
    if (!save) return
    // One call after the other, so that the last click decides the order.
    sending.current = sending.current.then(async () => {
      const { error } = await save(next)
      if (error) onRefused?.(messageOf(error))
    })
  }
  return { list, moved, move }
}
