import { messageOf } from '../../api.ts'
import { Alert } from '../../ui/Alert.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { useEndOtherSessionsMutation } from './accountsApi.ts'

/** For a lost phone, or a computer that is not one's own. */
export function SignOutEverywhere() {
  const [end, { data, error, isLoading, reset }] = useEndOtherSessionsMutation()
  return (
    <section aria-labelledby="devices" className="grid justify-items-start gap-4">
      <h2 id="devices">Other devices</h2>
      <p className="text-muted">You can end every sign-in but this one: on a lost phone, or a computer you borrowed.</p>
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      {data && (
        <Alert kind="success" onDismiss={reset}>
          {data.message}
        </Alert>
      )}
      <ConfirmButton
        variant="secondary"
        isBusy={isLoading}
        sentence="All other devices and browsers will have to sign in again. This one stays signed in."
        action="Sign out everywhere else"
        onConfirm={() => void end()}
      >
        Sign out everywhere else
      </ConfirmButton>
    </section>
  )
}
