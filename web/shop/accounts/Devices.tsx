import { formatDay } from '#contract/dates.ts'
import type { SignedInDevice } from '#contract/devices.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { DEVICES } from '#web/texts/devices.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useDevicesQuery, useEndOtherSessionsMutation, useSignOutDeviceMutation } from './devicesApi.ts'

/** The devices on which the user is signed in, each with a button that signs it out. */
export default function Devices() {
  const query = useDevicesQuery(undefined, { refetchOnMountOrArgChange: true })
  const { data: devices, error } = query
  const [signOut, signingOut] = useSignOutDeviceMutation()
  const [end, ending] = useEndOtherSessionsMutation()
  return (
    <Panel>
      <section aria-labelledby="devices" className="grid gap-4">
        <h2 id="devices">{DEVICES.title}</h2>
        <p className="text-muted">{DEVICES.hint}</p>
        <LoadFailure queries={[query]} />
        {signingOut.error && <Alert onDismiss={signingOut.reset}>{messageOf(signingOut.error)}</Alert>}
        {ending.error && <Alert onDismiss={ending.reset}>{messageOf(ending.error)}</Alert>}
        {ending.data && (
          <Alert kind="success" onDismiss={ending.reset}>
            {ending.data.message}
          </Alert>
        )}
        {!devices && !error && <Skeleton className="h-24" />}
        {devices && (
          <ul className="divide-y divide-line">
            {devices.map((device) => (
              <Device key={device._id} device={device} onSignOut={() => void signOut(device._id)} />
            ))}
          </ul>
        )}
        {devices && devices.length > 1 && (
          <div>
            <ConfirmButton
              variant="secondary"
              isBusy={ending.isLoading}
              sentence={DEVICES.warning}
              action={DEVICES.signOutOthers}
              onConfirm={() => void end()}
            >
              {DEVICES.signOutOthers}
            </ConfirmButton>
          </div>
        )}
      </section>
    </Panel>
  )
}

function Device({ device, onSignOut }: { device: SignedInDevice; onSignOut(): void }) {
  const { timeZone } = useShop()
  const { isCurrent, isTrusted, createdAt, lastUsedAt } = device
  const name = device.device || DEVICES.unknown
  const signedIn = formatDay(createdAt, timeZone)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-2">
      <span className="min-w-0">
        <span className="block font-medium">{name}</span>
        <span className="block text-sm text-muted">
          {DEVICES.signedIn(signedIn)}, {DEVICES.lastUsed(formatDay(lastUsedAt, timeZone))}
          {isTrusted && ` · ${DEVICES.trusted}`}
        </span>
      </span>
      {isCurrent ? (
        <span className="inline-grid min-h-11 place-items-center text-muted">{DEVICES.here}</span>
      ) : (
        <ConfirmButton
          variant="quiet"
          sentence={DEVICES.question(name)}
          action={DEVICES.signOut}
          aria-label={DEVICES.signOutNamed(name, signedIn)}
          onConfirm={onSignOut}
        >
          {DEVICES.signOut}
        </ConfirmButton>
      )}
    </li>
  )
}
