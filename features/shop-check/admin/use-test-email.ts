import { messageOf } from '#web/lib/api-failure.ts'
import { useSendTestEmailMutation, useTestEmailQuery } from './setupApi.ts'

/** How often the shop is asked how far the email is. */
const EVERY_MS = 1_500

/** Sends a test email, and follows it until the mail server has answered. */
export function useTestEmail() {
  const [send, { data: email, isLoading, error }] = useSendTestEmailMutation()
  const query = useTestEmailQuery(email?.id ?? 0, { skip: !email, refetchOnMountOrArgChange: true })
  const check = email && query.currentData
  const isWaiting = Boolean(email) && !query.error && (!check || check.state === 'waiting')
  // Polls only while there is something to wait for.
  useTestEmailQuery(email?.id ?? 0, { skip: !isWaiting, pollingInterval: EVERY_MS })
  const failure = error ?? query.error
  return { check, send: () => void send(), isBusy: isLoading || isWaiting, error: failure && messageOf(failure) }
}
