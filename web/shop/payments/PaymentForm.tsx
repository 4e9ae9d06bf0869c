import { formatDollars } from '#contract/money.ts'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { PolicyLinks } from '#web/shop/text-pages/PolicyLinks.tsx'
import { PAYMENT_FORM } from '#web/texts/payment-form.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { LineDrawing } from '#web/ui/Icon.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { Payable } from './buyer-details.ts'
import { TEST_CARD } from './cards.ts'
import { DemoForm } from './DemoForm.tsx'
import { useSetupQuery } from './paymentsApi.ts'
import { SquareForm } from './SquareForm.tsx'

const PAYMENT_POLICIES = ['returns', 'terms', 'privacy', 'withdrawal']

const LOCK = 'M6 10.5h12v9.5H6zm2.5 0V8a3.5 3.5 0 0 1 7 0v2.5'

type Props = {
  order: Payable
  isBusy: boolean
  /** False while the form is hidden with its values. */
  isShown: boolean
  onSource(sourceId: string): void
}

/** Apple Pay, Google Pay or a card, for the order's total. `onSource` gets the token to charge. */
export function PaymentForm({ order, isBusy, isShown, onSource }: Props) {
  const query = useSetupQuery()
  const { data: setup, error } = query
  if (error) return <LoadFailure queries={[query]} />
  if (!setup) return <Skeleton className="h-80" />
  return (
    <div className="flex flex-col gap-5 [&_input]:scroll-mt-16">
      {/* On a phone the total stays visible above the form while a card is typed. */}
      <h2 className="flex items-baseline justify-between gap-4 bg-card max-lg:sticky max-lg:top-18 max-lg:z-10 max-lg:-mx-2 max-lg:border-b max-lg:border-line max-lg:px-2 max-lg:py-3">
        {PAYMENT_FORM.title}{' '}
        <span className="font-sans text-lg font-semibold tabular-nums">{formatDollars(order.totalPrice)}</span>
      </h2>
      <p className="-mt-3 text-sm text-muted max-lg:mt-0">{PAYMENT_FORM.lastStep}</p>
      {setup.provider === 'simulator' ? (
        <DemoForm order={order} isBusy={isBusy} onSource={onSource} />
      ) : (
        <>
          {setup.isSandbox && (
            <Alert kind="info">
              {PAYMENT_FORM.sandbox} <strong>{TEST_CARD}</strong>.
            </Alert>
          )}
          <SquareForm setup={setup} order={order} isBusy={isBusy} isShown={isShown} onSource={onSource} />
          <p className="flex items-center justify-center gap-2 text-sm text-muted">
            <LineDrawing path={LOCK} className="size-4" />
            {PAYMENT_FORM.handled}
          </p>
        </>
      )}
      <p className="text-center text-sm text-muted">{PAYMENT_FORM.whenCharged}</p>
      <PolicyLinks slugs={PAYMENT_POLICIES} />
    </div>
  )
}
