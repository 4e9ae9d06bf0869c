import { EditScreen } from '#web/admin/lists/EditScreen.tsx'
import { messageOf } from '#web/lib/api-failure.ts'
import type { ApiFailure } from '#web/lib/call-api.ts'
import { SETTINGS } from '#web/texts/admin-settings.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { CheckField } from '#web/ui/Field.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { StandingAlert } from '#web/ui/StandingAlert.tsx'
import type { Feeds } from '../contract.ts'
import { AddressToCopy } from './AddressToCopy.tsx'
import { useFeedsQuery, useSetFeedsMutation } from './feedsApi.ts'
import { MENU } from './menu-texts.ts'
import { FEEDS } from './texts.ts'

const LIST = { path: '/admin/settings', label: SETTINGS.heading }

/** The addresses for programs that look for products, and whether assistants may read the shop. */
export default function FeedsPage() {
  const query = useFeedsQuery(undefined, { refetchOnMountOrArgChange: true })
  const { currentData } = query
  return (
    <EditScreen title={MENU.feeds.label} list={LIST} noun={FEEDS.noun} query={query}>
      {currentData && (
        <div className="grid max-w-[44rem] gap-6">
          <p className="-mt-3 text-muted">{FEEDS.about}</p>
          <Panel>
            <div className="grid gap-8">
              <div className="grid gap-3">
                <AddressToCopy label={FEEDS.google} hint={FEEDS.googleHint} address={currentData.google} />
                <LeftOut feeds={currentData} />
              </div>
              <AddressToCopy label={FEEDS.newest} hint={FEEDS.newestHint} address={currentData.newest} />
            </div>
          </Panel>
          <Panel>
            <AssistantsField feeds={currentData} />
          </Panel>
        </div>
      )}
    </EditScreen>
  )
}

/** What is missing in the list of all products, and what the seller does about it. */
function LeftOut({ feeds: { isPickupOnly, withoutPhoto } }: { feeds: Feeds }) {
  if (isPickupOnly)
    return (
      <Alert kind="warning">
        {FEEDS.pickupOnly} <Link to="/admin/settings/shipping">{FEEDS.addZone}</Link>
      </Alert>
    )
  return withoutPhoto > 0 && <p className="text-sm text-muted">{FEEDS.withoutPhoto(withoutPhoto)}</p>
}

/** A change saves right away. */
function AssistantsField({ feeds }: { feeds: Feeds }) {
  const [save, { isLoading, originalArgs, error, isSuccess }] = useSetFeedsMutation()
  const { assistantsMayRead } = isLoading && originalArgs ? originalArgs : feeds
  return (
    <div className="grid gap-3">
      <CheckField
        label={FEEDS.assistants}
        hint={FEEDS.assistantsHint}
        checked={assistantsMayRead}
        onChange={({ target }) => void save({ assistantsMayRead: target.checked })}
      />
      {error && <StandingAlert of={error}>{messageOf(error as ApiFailure)}</StandingAlert>}
      <p role="status" className="text-sm text-muted">
        {isSuccess && FEEDS.saved}
      </p>
    </div>
  )
}
