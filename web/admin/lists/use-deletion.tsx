import { type ReactNode, useState } from 'react'
import { isCanceled, messageOf } from '#web/lib/api-failure.ts'
import { Alert } from '#web/ui/Alert.tsx'
import type { ListAddress } from './list-address.ts'
import { useRemoval } from './use-removal.ts'

type Deletion<Row> = {
  address: ListAddress
  /** The sentence above the list after the row was deleted. */
  sentence(row: Row): string
  remove(id: string): PromiseLike<{ error?: unknown }>
}

/**
 * Deletes rows of a list, one at a time; `isLeaving` and `left` are those of `useRemoval`. `banner` shows the result
 * until `dismiss`, and gets the focus, since the focused row is gone.
 */
export function useDeletion<Row extends { _id: string }>({ address, sentence, remove }: Deletion<Row>) {
  const { isLeaving, left, removing } = useRemoval<Row>(address)
  const [outcome, setOutcome] = useState<{ row: Row; error?: unknown } | null>(null)
  const [deleting, setDeleting] = useState<string | null>(null)
  const dismiss = () => setOutcome(null)
  const banner: ReactNode = outcome && (
    <div key={outcome.row._id} ref={focus} tabIndex={-1} className="scroll-my-24 rounded-md">
      {outcome.error ? (
        <Alert onDismiss={dismiss}>{messageOf(outcome.error)}</Alert>
      ) : (
        <Alert kind="success" onDismiss={dismiss}>
          {sentence(outcome.row)}
        </Alert>
      )}
    </div>
  )
  return {
    banner,
    dismiss,
    isLeaving,
    left,
    isDeleting: ({ _id }: Row) => _id === deleting,
    /** `rows` are those of the response on screen. */
    async deleteRow(row: Row, rows: Row[]) {
      setDeleting(row._id)
      dismiss()
      const { error } = await removing(rows, new Set([row._id]), () => remove(row._id))
      setDeleting(null)
      if (!isCanceled(error)) setOutcome({ row, error })
    },
  }
}

const focus = (banner: HTMLElement | null) => banner?.focus()
