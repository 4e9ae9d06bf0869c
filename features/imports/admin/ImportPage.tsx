import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { useParams } from 'react-router'
import { EditScreen } from '#web/admin/lists/EditScreen.tsx'
import { api } from '#web/lib/api.ts'
import type { Import } from '../contract.ts'
import { HistoryRows } from './HistoryRows.tsx'
import { ImportRows } from './ImportRows.tsx'
import { ImportState } from './ImportState.tsx'
import { useImportQuery } from './importsApi.ts'
import { IMPORT_LIST, IMPORT_PAGE, IMPORT_SOURCE_NAMES } from './texts.ts'

const POLL_MS = 1_500

/** An import: what becomes of each row of its file, and then how far it is. */
export default function ImportPage() {
  const { id = '' } = useParams()
  const query = useImportQuery(id, { refetchOnMountOrArgChange: true })
  const { currentData } = query
  usePolling(currentData?.state === 'running', query.refetch)
  return (
    <EditScreen
      title={currentData ? currentData.name || IMPORT_SOURCE_NAMES[currentData.format] : IMPORT_PAGE.list}
      list={{ path: '/admin/imports', label: IMPORT_LIST.heading }}
      noun={IMPORT_PAGE.noun}
      query={query}
    >
      {currentData && <Loaded of={currentData} />}
    </EditScreen>
  )
}

const Loaded = ({ of }: { of: Import }) => (
  <>
    <ImportState of={of} />
    {of.kind === 'products' ? <ImportRows of={of} /> : <HistoryRows of={of} kind={of.kind} />}
  </>
)

/** Asks again and again while an import runs, and for the rows and products once it has ended. */
function usePolling(isRunning: boolean, refetch: () => unknown) {
  const dispatch = useDispatch()
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(refetch, POLL_MS)
    return () => {
      clearInterval(timer)
      dispatch(api.util.invalidateTags(['Product']))
    }
  }, [isRunning, refetch, dispatch])
}
