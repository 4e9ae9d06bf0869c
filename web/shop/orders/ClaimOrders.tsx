import { useForm } from '#web/forms/use-form.ts'
import { formProblemOf } from '#web/shop/accounts/validation.ts'
import { CLAIM_ORDERS } from '#web/texts/account.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { useClaimOrdersMutation, useMailClaimCodeMutation } from './orderLinksApi.ts'

/** Adds the orders that the user placed as a guest, by a code that is mailed to their address. */
export function ClaimOrders({ email }: { email: string }) {
  const [mail, mailing] = useMailClaimCodeMutation()
  const [claim, { data: addedOrders }] = useClaimOrdersMutation()
  const { form, problem, errors, isSending, dismiss } = useForm(['code'], async (values) => {
    const { error } = await claim(values)
    return error ? formProblemOf(error) : null
  })
  const failure = mailing.error ? formProblemOf(mailing.error) : problem
  return (
    <Panel>
      <details>
        <summary className="min-h-11 cursor-pointer content-center font-medium">{CLAIM_ORDERS.title}</summary>
        <div className="grid justify-items-start gap-4 pt-3">
          <p className="max-w-prose wrap-anywhere text-muted">{CLAIM_ORDERS.lead(email)}</p>
          {failure && <Alert onDismiss={mailing.error ? mailing.reset : dismiss}>{failure.message}</Alert>}
          {addedOrders && <Alert kind="success">{CLAIM_ORDERS.added(addedOrders.claimed)}</Alert>}
          {mailing.data && !addedOrders && (
            <>
              {!failure && <Alert kind="info">{mailing.data.message}</Alert>}
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
