import type { Payout } from '#contract/admin/money-check.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { PAYOUTS } from './texts.ts'

const LOOKS = { sent: 'neutral', paid: 'good', failed: 'bad' } as const

/** Whether a payout is on its way, has arrived or came back. */
export const PayoutStatus = ({ status }: Pick<Payout, 'status'>) => (
  <Badge kind={LOOKS[status]}>{PAYOUTS.statuses[status]}</Badge>
)
