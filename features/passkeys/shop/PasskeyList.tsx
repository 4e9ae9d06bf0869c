import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
} from '@simplewebauthn/browser'
import { useState } from 'react'
import { formatDay } from '#contract/dates.ts'
import { useForm } from '#web/forms/use-form.ts'
import { isCanceled, messageOf } from '#web/lib/api-failure.ts'
import { formProblemOf } from '#web/shop/accounts/validation.ts'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { NewPasskey, PASSKEY_NAME_MAX, type Passkey } from '../contract.ts'
import {
  useBeginPasskeyMutation,
  useCreatePasskeyMutation,
  usePasskeysQuery,
  useRemovePasskeyMutation,
} from './passkeysApi.ts'
import { PASSKEYS } from './texts.ts'

/** The passkeys of somebody who works at the desk, with the form that adds one. */
export function PasskeyList() {
  const query = usePasskeysQuery(undefined, { refetchOnMountOrArgChange: true })
  const { data: passkeys } = query
  const [remove, removing] = useRemovePasskeyMutation()
  return (
    <div className="lg:col-span-3">
      <Panel>
        <section aria-labelledby="passkeys" className="grid max-w-xl gap-5">
          <h2 id="passkeys">{PASSKEYS.title}</h2>
          <p className="text-muted">{PASSKEYS.hint}</p>
          <LoadFailure queries={[query]} />
          {removing.error && !isCanceled(removing.error) && (
            <Alert onDismiss={removing.reset}>{messageOf(removing.error)}</Alert>
          )}
          {removing.data && (
            <Alert kind="success" onDismiss={removing.reset}>
              {removing.data.message}
            </Alert>
          )}
          {passkeys?.length === 0 && <p className="text-muted">{PASSKEYS.none}</p>}
          {passkeys && passkeys.length > 0 && (
            <ul className="divide-y divide-line">
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey._id} passkey={passkey} onRemove={() => void remove(passkey._id)} />
              ))}
            </ul>
          )}
          {browserSupportsWebAuthn() ? <AddForm /> : <p className="text-muted">{PASSKEYS.unsupported}</p>}
        </section>
      </Panel>
    </div>
  )
}

function PasskeyRow({ passkey: { name, createdAt, lastUsedAt }, onRemove }: { passkey: Passkey; onRemove(): void }) {
  const { timeZone } = useShop()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-2">
      <span className="min-w-0">
        <span className="block font-medium break-words">{name}</span>
        <span className="block text-sm text-muted">
          {PASSKEYS.addedOn(formatDay(createdAt, timeZone))}
          {lastUsedAt && `, ${PASSKEYS.lastUsed(formatDay(lastUsedAt, timeZone))}`}
        </span>
      </span>
      <ConfirmButton
        variant="quiet"
        sentence={PASSKEYS.question(name)}
        action={PASSKEYS.remove}
        aria-label={PASSKEYS.removeNamed(name)}
        onConfirm={onRemove}
      >
        {PASSKEYS.remove}
      </ConfirmButton>
    </li>
  )
}

function AddForm() {
  const [begin] = useBeginPasskeyMutation()
  const [create] = useCreatePasskeyMutation()
  const [added, setAdded] = useState<string | null>(null)
  const { form, problem, errors, isSending, dismiss } = useForm(['name'], async ({ name }) => {
    setAdded(null)
    if (!name.trim()) return { message: PASSKEYS.enterName, fields: { name: PASSKEYS.enterName } }
    const { data, error } = await begin()
    if (!data) return formProblemOf(error)
    const optionsJSON = data as unknown as PublicKeyCredentialCreationOptionsJSON
    const made = await startRegistration({ optionsJSON }).catch((failure: Error) => failure)
    if (made instanceof Error)
      return { message: made.name === 'InvalidStateError' ? PASSKEYS.known : PASSKEYS.notMade, fields: {} }
    const saved = await create(NewPasskey.parse({ name, credential: made }))
    if (!saved.data) return formProblemOf(saved.error)
    setAdded(saved.data.name)
    form.ref.current?.reset()
    return null
  })
  return (
    <form {...form} className="grid gap-4">
      {problem && <Alert onDismiss={dismiss}>{problem.message}</Alert>}
      {added && (
        <Alert kind="success" onDismiss={() => setAdded(null)}>
          {PASSKEYS.added(added)}
        </Alert>
      )}
      <Field
        label={PASSKEYS.name}
        hint={PASSKEYS.nameHint}
        name="name"
        autoComplete="off"
        maxLength={PASSKEY_NAME_MAX}
        error={errors.name}
        required
      />
      <Button variant="secondary" isBusy={isSending} className="sm:justify-self-start">
        {PASSKEYS.add}
      </Button>
    </form>
  )
}
