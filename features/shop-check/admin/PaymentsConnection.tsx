import { useRef } from 'react'
import { formProblemOf } from '#web/shop/accounts/validation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field, SelectField } from '#web/ui/Field.tsx'
import type { Connections, PaymentsEntry, SquareLocations } from '../contract.ts'
import { CONNECTION_FIELDS } from '../messages.ts'
import { ConnectionForm } from './ConnectionForm.tsx'
import { useEnterPaymentsMutation, useSquareLocationsMutation, useTestEnteredPaymentsMutation } from './setupApi.ts'
import { CONNECTION } from './texts.ts'

const NAMES = ['environment', 'accessToken', 'applicationId', 'locationId', 'webhookKey'] as const

/** The values of a Square account: secrets can be entered and not be read. */
export function PaymentsConnection({ of, isNeeded }: { of: Connections['payments']; isNeeded: boolean }) {
  const [save] = useEnterPaymentsMutation()
  const [test] = useTestEnteredPaymentsMutation()
  const secret = { type: 'password', autoComplete: 'off', placeholder: of.enteredAt ? CONNECTION.unchanged : '' }
  return (
    <ConnectionForm
      {...{ name: 'payments', source: of, names: NAMES, isNeeded }}
      save={(values) => save(values as PaymentsEntry)}
      test={(values) => test(values as PaymentsEntry)}
    >
      {(errors) => (
        <>
          <SelectField
            label={CONNECTION_FIELDS.environment}
            hint={CONNECTION.environmentHint}
            name="environment"
            defaultValue={of.environment}
            {...(errors.environment && { error: errors.environment })}
          >
            <option value="sandbox">{CONNECTION.environments.sandbox}</option>
            <option value="production">{CONNECTION.environments.production}</option>
          </SelectField>
          <Field
            label={CONNECTION_FIELDS.applicationId}
            name="applicationId"
            autoComplete="off"
            defaultValue={of.applicationId}
            {...(errors.applicationId && { error: errors.applicationId })}
          />
          <TokenAndLocation {...{ of, errors, secret }} />
          <Field
            label={CONNECTION_FIELDS.webhookKey}
            hint={CONNECTION.webhookHint}
            name="webhookKey"
            {...secret}
            {...(errors.webhookKey && { error: errors.webhookKey })}
          />
        </>
      )}
    </ConnectionForm>
  )
}

type TokenProps = {
  of: Connections['payments']
  errors: { accessToken?: string; locationId?: string }
  secret: { type: string; autoComplete: string; placeholder: string }
}

/** The access token, and the locations of its account to choose from. Until Square has named them, their ID is typed. */
function TokenAndLocation({ of, errors, secret }: TokenProps) {
  const token = useRef<HTMLInputElement>(null)
  const askedFor = useRef('')
  const [list, { data, error, isLoading }] = useSquareLocationsMutation()
  const load = () => {
    const accessToken = token.current?.value ?? ''
    const kind = token.current?.form?.elements.namedItem('environment') as HTMLSelectElement | null
    askedFor.current = accessToken
    void list({ environment: kind?.value === 'production' ? 'production' : 'sandbox', accessToken })
  }
  const loadNew = () => {
    const accessToken = token.current?.value
    if (accessToken && accessToken !== askedFor.current) load()
  }
  const problem = error ? formProblemOf(error) : null
  const refusal = problem?.code === 'sign_in_again' ? undefined : problem?.message
  const tokenError = errors.accessToken ?? refusal
  const locations = data?.locations
  const locationError = errors.locationId && { error: errors.locationId }
  return (
    <>
      <Field
        ref={token}
        label={CONNECTION_FIELDS.accessToken}
        name="accessToken"
        onBlur={loadNew}
        {...secret}
        {...(tokenError && { error: tokenError })}
      />
      {locations && !error ? (
        <SelectField
          key={locations.map(({ id }) => id).join()}
          label={CONNECTION.location}
          name="locationId"
          hint={locations.length === 1 ? CONNECTION.onlyLocation : CONNECTION.chooseLocation}
          defaultValue={chosenLocation(locations, of.locationId)}
          {...locationError}
        >
          {locations.length > 1 && <option value="">{CONNECTION.noLocation}</option>}
          {locations.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      ) : (
        <div className="grid gap-3">
          <Field
            label={CONNECTION_FIELDS.locationId}
            name="locationId"
            autoComplete="off"
            defaultValue={of.locationId}
            {...locationError}
          />
          <Button variant="secondary" type="button" isBusy={isLoading} onClick={load} className="justify-self-start">
            {CONNECTION.findLocations}
          </Button>
        </div>
      )}
    </>
  )
}

/** The only location, the one that was entered before, or none. */
const chosenLocation = (locations: SquareLocations['locations'], enteredId: string) => {
  const [first, ...others] = locations
  if (first && others.length === 0) return first.id
  return locations.some(({ id }) => id === enteredId) ? enteredId : ''
}
