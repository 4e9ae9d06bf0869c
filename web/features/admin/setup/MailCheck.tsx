import type { SetupCheck } from '#contract/admin/setup.ts'
import { SETUP } from '../../../texts/admin-setup.ts'
import { CheckCard } from './CheckCard.tsx'
import { useTestEmail } from './use-test-email.ts'

/** Whether emails leave, with a test email that is followed until the mail server has answered. */
export function MailCheck({ configured }: { configured: SetupCheck }) {
  const { check = configured, send, isBusy, error } = useTestEmail()
  return <CheckCard check={check} test={{ label: SETUP.tests.mail, run: send, isBusy, error }} />
}
