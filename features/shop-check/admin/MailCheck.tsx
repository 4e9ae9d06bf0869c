import type { ReactNode } from 'react'
import type { SetupCheck } from '#contract/admin/setup-checks.ts'
import { CheckCard } from './CheckCard.tsx'
import { SHOP_CHECK } from './texts.ts'
import { useTestEmail } from './use-test-email.ts'

/** Whether emails leave, with a test email that is followed until the mail server has answered. */
export function MailCheck({ configured, children }: { configured: SetupCheck; children: ReactNode }) {
  const { check = configured, send, isBusy, error } = useTestEmail()
  return (
    <CheckCard check={check} test={{ label: SHOP_CHECK.tests.mail, run: send, isBusy, error }}>
      {children}
    </CheckCard>
  )
}
