import { PAYMENT_FORM } from '#web/texts/payment-form.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { Payable } from './buyer-details.ts'
import { CardForm } from './CardForm.tsx'
import { TEST_CARD } from './cards.ts'
import { CardDivider } from './PaymentParts.tsx'
import { AFTERPAY_SOURCE, CASH_APP_SOURCE, WALLET_SOURCE, WALLETS } from './wallets.ts'

type Props = { order: Payable; isBusy: boolean; onSource(sourceId: string): void }

const WAYS = [
  [PAYMENT_FORM.applePay, WALLET_SOURCE],
  [PAYMENT_FORM.googlePay, WALLET_SOURCE],
  [PAYMENT_FORM.cashApp, CASH_APP_SOURCE],
  [PAYMENT_FORM.afterpay, AFTERPAY_SOURCE],
] as const

/** The demo's payment form in place of Square's: the same payment methods, without money. */
export function DemoForm({ order, isBusy, onSource }: Props) {
  return (
    <>
      <div className={WALLETS}>
        {WAYS.map(([name, sourceId]) => (
          <Button
            key={name}
            type="button"
            variant="secondary"
            className="px-2!"
            aria-disabled={isBusy || undefined}
            onClick={() => onSource(sourceId)}
          >
            {name}
          </Button>
        ))}
      </div>
      <CardDivider />
      <Alert kind="info">
        {PAYMENT_FORM.demo[0]} <strong>{TEST_CARD}</strong> {PAYMENT_FORM.demo[1]}
      </Alert>
      <CardForm order={order} isBusy={isBusy} onSource={onSource} />
    </>
  )
}
