import { type ReactNode, useState } from 'react'
import { messageOf } from '../../../api.ts'
import { Alert } from '../../../ui/Alert.tsx'
import type { ListAddress } from './listAddress.ts'

type Deletion<Row> = {
  address: ListAddress
  /** The rows that are shown. */
  rows: Row[]
  /** What is said above the list when the row has gone. */
  sentence(row: Row): string
  remove(id: string): PromiseLike<{ error?: unknown }>
}

/** Deletes a row of a list. `banner` says so, or why not, until `dismiss`; it has the focus, as the row that had it is gone. */
export function useDeletion<Row extends { _id: string }>({ address, rows, sentence, remove }: Deletion<Row>) {
  const [outcome, setOutcome] = useState<{ row: Row; error?: unknown } | null>(null)
  const [deleting, setDeleting] = useState<string | null>(null)
  const dismiss = () => setOutcome(null)
  const page = Number(address.read('page', '1'))
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
    isDeleting: ({ _id }: Row) => _id === deleting,
    async deleteRow(row: Row) {
      setDeleting(row._id)
      dismiss()
      const { error } = await remove(row._id)
      setDeleting(null)
      setOutcome({ row, error })
      // The page was this row alone, and is no page any more.
      if (!error && rows.length === 1 && page > 1) address.change({ page: page > 2 ? String(page - 1) : '' })
    },
  }
}

const focus = (banner: HTMLElement | null) => banner?.focus()
