import { formatDay } from '#contract/dates.ts'
import { ConfirmedRequest } from '#web/admin/lists/ConfirmedRequest.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import type { AdminLetter } from '../contract.ts'
import { LetterPreview } from './LetterPreview.tsx'
import { useLetterQuery, useStopLetterMutation } from './lettersApi.ts'
import { SENT_LETTER } from './texts.ts'

const EVERY_MS = 5_000

/** A letter that is on its way, or was sent: to how many, and what they got. */
export function SentLetter({ letter: { _id, subject, body, state, sent, unsent, sentAt } }: { letter: AdminLetter }) {
  const { timeZone } = useShop()
  const isSending = state === 'sending'
  const [stop, request] = useStopLetterMutation()
  useLetterQuery(_id, { pollingInterval: isSending ? EVERY_MS : 0, skipPollingIfUnfocused: true })
  return (
    <div className="grid max-w-3xl gap-6">
      <Alert kind={isSending ? 'info' : 'success'}>
        {isSending ? SENT_LETTER.sending(sent) : SENT_LETTER.sent(sent, formatDay(sentAt ?? '', timeZone))}
      </Alert>
      {unsent > 0 && <p>{SENT_LETTER.unsent(unsent)}</p>}
      {isSending && (
        <ConfirmedRequest
          variant="secondary"
          label={SENT_LETTER.stop}
          sentence={SENT_LETTER.stopSentence}
          request={request}
          onConfirm={() => void stop(_id)}
        />
      )}
      <LetterPreview text={{ subject, body }} />
    </div>
  )
}
