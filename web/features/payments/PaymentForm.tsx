import { messageOf } from '../../api.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { CardForm } from './CardForm.tsx'
import { TEST_CARD, WALLET_SOURCE } from './cards.ts'
import { useSetupQuery } from './paymentsApi.ts'

type Props = { total: number; isBusy: boolean; onSource(sourceId: string): void }

/** Apple Pay, Google Pay or a card, for `total` cents. `onSource` gets the token to charge. */
export function PaymentForm({ total, isBusy, onSource }: Props) {
  const { data: setup, error } = useSetupQuery()
  if (error) return <Alert>{messageOf(error)}</Alert>
  if (!setup) return <Skeleton className="h-80" />
  if (setup.provider !== 'simulator') return <Alert kind="info">Cards cannot be taken on this page yet.</Alert>
  const wallet = {
    type: 'button',
    'aria-disabled': isBusy || undefined,
    onClick: () => onSource(WALLET_SOURCE),
  } as const
  return (
    <div className="grid gap-5">
      <h2>Pay</h2>
      <Alert kind="info">
        This is a demo: no money moves. Use the test card <strong>{TEST_CARD}</strong> with any future date, CVV and ZIP
        code.
      </Alert>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
        <Button {...wallet} variant="secondary">
          Apple Pay
        </Button>
        <Button {...wallet} variant="secondary">
          Google Pay
        </Button>
      </div>
      <p className="flex items-center gap-4 text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or by card
      </p>
      <CardForm total={total} isBusy={isBusy} onSource={onSource} />
    </div>
  )
}
