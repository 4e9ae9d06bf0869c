import { useForm } from '../../forms/use-form.ts'
import { CLAIM_ORDERS } from '../../texts/account.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { formProblemOf } from '../accounts/validation.ts'
import { useClaimOrdersMutation, useMailClaimCodeMutation } from './orderLinksApi.ts'

/** Adds the orders that the user placed as a guest, by a code that is mailed to their address. */
export function ClaimOrders({ email }: { email: string }) {
  const [mail, mailing] = useMailClaimCodeMutation()
  const [claim, { data: added }] = useClaimOrdersMutation()
  const { form, problem, errors, isSending, dismiss } = useForm(['code'], async (typed) => {
    const { error } = await claim(typed)
    return error ? formProblemOf(error) : null
  })
  const failed = mailing.error ? formProblemOf(mailing.error) : problem
  return (
    <Panel>
      <details>
        <summary className="min-h-11 cursor-pointer content-center font-medium">{CLAIM_ORDERS.title}</summary>
        <div className="grid justify-items-start gap-4 pt-3">
          <p className="max-w-prose wrap-anywhere text-muted">{CLAIM_ORDERS.lead(email)}</p>
          {failed && <Alert onDismiss={mailing.error ? mailing.reset : dismiss}>{failed.message}</Alert>}
          {added && <Alert kind="success">{CLAIM_ORDERS.added(added.claimed)}</Alert>}
          {mailing.data && !added && (
            <>
              {!failed && <Alert kind="info">{mailing.data.message}</Alert>}
              <form {...form} className="grid w-full max-w-xs gap-4">
                <Field
                  label={CLAIM_ORDERS.code}
                  name="code"
                  autoComplete="one-time-code"
                  inputMode="numeric"
                  maxLength={6}
                  error={errors.code}
                  required
                />
                <Button isBusy={isSending}>{CLAIM_ORDERS.add}</Button>
              </form>
            </>
          )}
          <Button variant="secondary" isBusy={mailing.isLoading} onClick={() => mail()}>
            {mailing.data ? CLAIM_ORDERS.sendAgain : CLAIM_ORDERS.send}
          </Button>
        </div>
      </details>
    </Panel>
  )
}
