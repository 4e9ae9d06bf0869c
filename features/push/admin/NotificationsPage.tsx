import { DeskEventKind } from '#contract/admin/desk-events.ts'
import { formatDay } from '#contract/dates.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import type { ApiFailure } from '#web/lib/call-api.ts'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CheckField } from '#web/ui/Field.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StandingAlert } from '#web/ui/StandingAlert.tsx'
import type { PushDevice } from '../contract.ts'
import { InstallFirst } from './InstallFirst.tsx'
import { MENU } from './menu-texts.ts'
import { useTestPushDeviceMutation, useUpdatePushDeviceMutation } from './pushApi.ts'
import { EVENT_NAMES, NOTIFICATIONS, PUSH_CARD } from './texts.ts'
import { usePush } from './use-push.ts'

/** Notifications on this device and on the others of the seller. */
export default function NotificationsPage() {
  const push = usePush()
  const { state, device, others, problem, forgetProblem, query } = push
  return (
    <section aria-labelledby="notifications-title" className="grid max-w-3xl grid-cols-1 gap-6">
      <Head title={MENU.notifications.label} noIndex />
      <header className="grid gap-2">
        <h1 id="notifications-title">{MENU.notifications.label}</h1>
        <p className="max-w-prose text-muted">{NOTIFICATIONS.about}</p>
      </header>
      <LoadFailure queries={[query]} />
      {problem && <Alert onDismiss={forgetProblem}>{problem}</Alert>}
      {state === 'loading' && !query.error && <Skeleton className="h-80" />}
      {state !== 'loading' && (
        <Panel>
          <section aria-labelledby="this-device" className="grid gap-4">
            <h2 id="this-device" className="text-xl">
              {NOTIFICATIONS.thisDevice}
            </h2>
            {device ? <OnThisDevice device={device} push={push} /> : <Offer push={push} />}
          </section>
        </Panel>
      )}
      {others.length > 0 && <OtherDevices devices={others} push={push} />}
    </section>
  )
}

type Push = ReturnType<typeof usePush>

function Offer({ push: { state, isBusy, turnOn } }: { push: Push }) {
  if (state === 'install first') return <InstallFirst />
  if (state === 'unsupported') return <p>{NOTIFICATIONS.unsupported}</p>
  if (state === 'blocked') return <p>{NOTIFICATIONS.blocked}</p>
  return (
    <>
      <p>{NOTIFICATIONS.off}</p>
      <Button className="justify-self-start" isBusy={isBusy} onClick={turnOn}>
        {PUSH_CARD.turnOn}
      </Button>
    </>
  )
}

function OnThisDevice({ device, push: { isBusy, turnOff } }: { device: PushDevice; push: Push }) {
  const [sendTest, test] = useTestPushDeviceMutation()
  const [update, updating] = useUpdatePushDeviceMutation()
  const failure = test.error ?? updating.error
  const choose = (kind: DeskEventKind, isWanted: boolean) =>
    update({ _id: device._id, events: DeskEventKind.options.filter((one) => chosen(one, kind, isWanted)) })
  const chosen = (one: DeskEventKind, kind: DeskEventKind, isWanted: boolean) =>
    one === kind ? isWanted : device.events.includes(one)
  return (
    <>
      <p role="status">{NOTIFICATIONS.on}</p>
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-medium">{NOTIFICATIONS.events}</legend>
        {DeskEventKind.options.map((kind) => (
          <CheckField
            key={kind}
            {...EVENT_NAMES[kind]}
            checked={device.events.includes(kind)}
            onChange={({ target }) => void choose(kind, target.checked)}
          />
        ))}
      </fieldset>
      {failure && <StandingAlert of={failure}>{messageOf(failure as ApiFailure)}</StandingAlert>}
      {test.data && <p role="status">{test.data.message}</p>}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button variant="secondary" isBusy={test.isLoading} onClick={() => void sendTest(device._id)}>
          {NOTIFICATIONS.test}
        </Button>
        <Button variant="quiet" isBusy={isBusy} onClick={() => void turnOff(device._id)}>
          {NOTIFICATIONS.turnOff}
        </Button>
      </div>
    </>
  )
}

function OtherDevices({ devices, push: { isBusy, turnOff } }: { devices: PushDevice[]; push: Push }) {
  const { timeZone } = useShop()
  return (
    <section aria-labelledby="other-devices" className="grid gap-3">
      <h2 id="other-devices" className="text-xl">
        {NOTIFICATIONS.others}
      </h2>
      <ul className="grid gap-2">
        {devices.map(({ _id, name, createdAt }) => (
          <li key={_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span>
              {name} <span className="text-muted">{NOTIFICATIONS.since(formatDay(createdAt, timeZone))}</span>
            </span>
            <Button
              variant="quiet"
              isBusy={isBusy}
              aria-label={NOTIFICATIONS.turnOffOn(name)}
              onClick={() => void turnOff(_id)}
            >
              {NOTIFICATIONS.turnOff}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
