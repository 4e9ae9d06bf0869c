import { messageOf } from '../../api-failure.ts'
import { OTHER_DEVICES } from '../../texts/account.ts'
import { Alert } from '../../ui/Alert.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { useEndOtherSessionsMutation } from './accountsApi.ts'

/** Ends the user's other sessions, for a lost phone or a shared computer. */
export function SignOutEverywhere() {
  const [end, { data, error, isLoading, reset }] = useEndOtherSessionsMutation()
  return (
    <section aria-labelledby="devices" className="grid justify-items-start gap-4">
      <h2 id="devices">{OTHER_DEVICES.title}</h2>
      <p className="text-muted">{OTHER_DEVICES.hint}</p>
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      {data && (
        <Alert kind="success" onDismiss={reset}>
          {data.message}
        </Alert>
      )}
      <ConfirmButton
        variant="secondary"
        isBusy={isLoading}
        sentence={OTHER_DEVICES.warning}
        action={OTHER_DEVICES.signOut}
        onConfirm={() => void end()}
      >
        {OTHER_DEVICES.signOut}
      </ConfirmButton>
    </section>
  )
}
