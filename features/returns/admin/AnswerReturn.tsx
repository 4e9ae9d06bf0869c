import { type FormEvent, useState } from 'react'
import { messageOf } from '#web/lib/api-failure.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import type { AdminReturn } from '../admin-contract.ts'
import { RETURN_WORDS_MAX } from '../limits.ts'
import { useAcceptReturnMutation, useRefuseReturnMutation } from './adminReturnsApi.ts'
import { RETURN } from './texts.ts'

type Way = 'accept' | 'refuse'

/** Accepts or refuses a return, each with words for the buyer. One that was accepted can still be refused. */
export function AnswerReturn({ one: { _id: id, state } }: { one: AdminReturn }) {
  const [way, setWay] = useState<Way>()
  if (way) return <AnswerForm id={id} way={way} onBack={() => setWay(undefined)} />
  return (
    <div className="flex flex-wrap items-center gap-3">
      {state === 'asked' && <Button onClick={() => setWay('accept')}>{RETURN.accept}</Button>}
      <Button variant={state === 'asked' ? 'secondary' : 'quiet'} onClick={() => setWay('refuse')}>
        {state === 'asked' ? RETURN.refuse : RETURN.refuseAfterAll}
      </Button>
    </div>
  )
}

function AnswerForm({ id, way, onBack }: { id: string; way: Way; onBack(): void }) {
  const [answer, setAnswer] = useState('')
  const [accept, accepting] = useAcceptReturnMutation()
  const [refuse, refusing] = useRefuseReturnMutation()
  const isAccept = way === 'accept'
  const { error, reset, isLoading } = isAccept ? accepting : refusing
  const send = (event: FormEvent) => {
    event.preventDefault()
    void (isAccept ? accept : refuse)({ id, answer })
  }
  return (
    <form onSubmit={send} className="grid gap-4">
      <TextAreaField
        label={isAccept ? RETURN.acceptWords : RETURN.refuseWords}
        hint={isAccept ? RETURN.acceptHint : RETURN.refuseHint}
        value={answer}
        maxLength={RETURN_WORDS_MAX}
        autoFocus
        className="min-h-24"
        onChange={({ target }) => setAnswer(target.value)}
      />
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      <div className="flex flex-wrap items-center gap-3">
        <Button variant={isAccept ? 'primary' : 'secondary'} disabled={!isAccept && !answer.trim()} isBusy={isLoading}>
          {isAccept ? RETURN.sendAccept : RETURN.sendRefuse}
        </Button>
        <Button type="button" variant="quiet" onClick={onBack}>
          {RETURN.cancel}
        </Button>
      </div>
    </form>
  )
}
