import { useState } from 'react'
import type { Selection } from './DataTable.tsx'

/** The selected rows of those shown. `clear` deselects all. */
export function useSelection(rows: { _id: string }[] = []): Selection & { clear(): void } {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const shown = rows.map(({ _id }) => _id)
  const ids = new Set(shown.filter((id) => chosen.has(id)))
  return {
    ids,
    toggle: (id) => setChosen(ids.has(id) ? without(ids, id) : new Set([...ids, id])),
    toggleAll: () => setChosen(ids.size === shown.length ? new Set() : new Set(shown)),
    clear: () => setChosen(new Set()),
  }
}

const without = (ids: ReadonlySet<string>, id: string) => new Set([...ids].filter((other) => other !== id))
