import { isCanceled, messageOf } from '#web/lib/api-failure.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Link } from '#web/ui/Link.tsx'
import type { Customer } from '../contract.ts'
import { useMergeCustomerMutation, useSeparateCustomerMutation } from './customersApi.ts'
import { CUSTOMER } from './texts.ts'

/** Asks whether a guest and the account with the same confirmed address are one person, or takes that back. */
export function MergePanel({ customer: { _id, name, isGuest, mergeable, isMerged } }: { customer: Customer }) {
  const [merge, merging] = useMergeCustomerMutation()
  const [separate, separating] = useSeparateCustomerMutation()
  const { error, reset } = merging.error ? merging : separating
  const alert = error && !isCanceled(error) && <Alert onDismiss={reset}>{messageOf(error)}</Alert>
  if (isMerged)
    return (
      <div className="grid gap-2">
        {alert}
        <p className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
          {CUSTOMER.merged}
          <Button variant="quiet" isBusy={separating.isLoading} onClick={() => void separate(_id)}>
            {CUSTOMER.separate}
          </Button>
        </p>
      </div>
    )
  if (!mergeable) return null
  const [otherId, other] = isGuest ? [mergeable.account, 'account' as const] : [mergeable.guest, 'guest' as const]
  return (
    <section
      aria-labelledby="customer-merge"
      className="grid justify-items-start gap-3 rounded-lg border border-dashed border-edge p-5"
    >
      <h2 id="customer-merge" className="text-lg">
        {CUSTOMER.mergeTitle}
      </h2>
      {alert}
      <p>
        {isGuest ? CUSTOMER.mergeGuest : CUSTOMER.mergeAccount(mergeable.orders)}{' '}
        <Link to={`/admin/customers/${otherId}`}>{CUSTOMER.other[other]}</Link>
      </p>
      <ConfirmButton
        variant="secondary"
        isBusy={merging.isLoading}
        sentence={CUSTOMER.mergeQuestion(name)}
        action={CUSTOMER.merge}
        onConfirm={() => void merge(_id)}
      >
        {CUSTOMER.merge}
      </ConfirmButton>
    </section>
  )
}
