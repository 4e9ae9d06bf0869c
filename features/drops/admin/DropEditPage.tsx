import { useParams } from 'react-router'
import { EditScreen } from '#web/admin/lists/EditScreen.tsx'
import { DropForm } from './DropForm.tsx'
import { useDropQuery } from './dropsApi.ts'
import { LivePanel } from './LivePanel.tsx'
import { ShareDrop } from './ShareDrop.tsx'
import { DROP_FORM, DROPS } from './texts.ts'

const LIST = { path: '/admin/drops', label: DROPS.title }
/** How often the figures of a drop are loaded. */
const EVERY_MS = 3_000

/** The edit screen of a drop, with how it goes. */
export default function DropEditPage() {
  const { id = '' } = useParams()
  const query = useDropQuery(id, { pollingInterval: EVERY_MS, skipPollingIfUnfocused: true })
  const { currentData: drop } = query
  return (
    <EditScreen title={DROP_FORM.title} list={LIST} noun={DROP_FORM.noun} query={query}>
      {drop && (
        <div className="grid max-w-4xl gap-6">
          <LivePanel drop={drop} />
          <ShareDrop drop={drop} />
          {/* The form of a drop that has started or ended meanwhile is another one. */}
          <DropForm key={drop.state} drop={drop} listPath={LIST.path} />
        </div>
      )}
    </EditScreen>
  )
}
