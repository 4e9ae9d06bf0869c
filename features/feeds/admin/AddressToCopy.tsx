import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Field } from '#web/ui/Field.tsx'
import { FEEDS } from './texts.ts'

type Props = { label: string; hint: string; address: string }

/** An address that another site asks for, with what to do with it and a button that copies it. */
export function AddressToCopy({ label, hint, address }: Props) {
  const [outcome, setOutcome] = useState('')
  const copy = async () => setOutcome((await copyText(address)) ? FEEDS.copied : FEEDS.notCopied)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3">
      <div className="w-full">
        <Field label={label} hint={hint} value={address} readOnly onFocus={({ target }) => target.select()} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button type="button" variant="secondary" aria-label={FEEDS.copy(label)} onClick={() => void copy()}>
          {FEEDS.copyShort}
        </Button>
        <p role="status" className="text-sm text-muted">
          {outcome}
        </p>
      </div>
    </div>
  )
}
