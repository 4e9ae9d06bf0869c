import { PAYMENT_FORM } from '../../texts/payment-form.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CardForm } from './CardForm.tsx'
import { TEST_CARD, WALLET_SOURCE } from './cards.ts'
import { CardDivider, WALLETS } from './PaymentParts.tsx'

type Props = { total: number; zip: string; isBusy: boolean; onSource(sourceId: string): void }

/** The demo's payment form in place of Square's: the same payment methods, without money. */
export function DemoForm({ total, zip, isBusy, onSource }: Props) {
  const wallet = {
    type: 'button',
    variant: 'secondary',
    'aria-disabled': isBusy || undefined,
    onClick: () => onSource(WALLET_SOURCE),
  } as const
  return (
    <>
      <Alert kind="info">
        {PAYMENT_FORM.demo[0]} <strong>{TEST_CARD}</strong> {PAYMENT_FORM.demo[1]}
      </Alert>
      <div className={WALLETS}>
        <Button {...wallet}>{PAYMENT_FORM.applePay}</Button>
        <Button {...wallet}>{PAYMENT_FORM.googlePay}</Button>
      </div>
      <CardDivider />
      <CardForm total={total} zip={zip} isBusy={isBusy} onSource={onSource} />
    </>
  )
}
