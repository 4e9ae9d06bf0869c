import { useState } from 'react'
import type { ListAddress } from './list-address.ts'

type Row = { _id: string }

/**
 * Runs calls that remove rows from the current page of a list. Hides removed rows until the list is loaded again; when
 * the whole page is removed, `isLeaving` stops its query and the previous page is shown.
 */
export function useRemoval<Shown extends Row>(address: ListAddress) {
  const [removed, setRemoved] = useState<{ from: Shown[]; ids: ReadonlySet<string> } | null>(null)
  const [leaving, setLeaving] = useState<string | null>(null)
  // The previous page is on screen, or another to which the user went meanwhile.
  if (leaving !== null && leaving !== address.query) setLeaving(null)
  return {
    isLeaving: leaving === address.query,
    /** The rows of a response without those removed since. */
    left: (rows: Shown[]) => (removed?.from === rows ? rows.filter(({ _id }) => !removed.ids.has(_id)) : rows),
    /** Runs a call that removes these rows, and returns its response. */
    async removing<Answer extends { error?: unknown }>(
      rows: Shown[],
      ids: ReadonlySet<string>,
      call: () => PromiseLike<Answer>,
    ): Promise<Answer> {
      const isWholePage = address.page > 1 && rows.every(({ _id }) => ids.has(_id))
      if (isWholePage) setLeaving(address.query)
      const answer = await call()
      if (answer.error) setLeaving(null)
      else {
        setRemoved({ from: rows, ids })
        if (isWholePage) address.goTo(address.page - 1)
      }
      return answer
    },
  }
}
