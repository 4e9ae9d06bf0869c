import { useEffect, useId, useRef } from 'react'
import { GIFT_NOTE_MAX, giftNoteLength } from '#contract/gift-notes.ts'
import { focusFirstInvalid } from '#web/forms/focus.ts'
import { GIFT } from '#web/texts/checkout.ts'
import { CheckField } from '#web/ui/Field.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import type { useGift } from './use-gift.ts'

type Props = Omit<ReturnType<typeof useGift>, 'wanted' | 'wrapPrice' | 'explain'>

/** Whether the order is a gift; if so its gift wrap, where the shop offers that, and its note. */
export function GiftFields({ gift: { isGift, wrap, note }, change, offered, error, refusals }: Props) {
  const ref = useRef<HTMLElement>(null)
  const id = useId()
  useEffect(() => {
    if (refusals > 0) focusFirstInvalid(ref.current)
  }, [refusals])
  return (
    <section ref={ref} className="grid gap-4">
      <CheckField
        label={GIFT.isGift}
        hint={GIFT.noPrices}
        checked={isGift}
        aria-expanded={isGift}
        aria-controls={id}
        onChange={({ target }) => change({ isGift: target.checked })}
      />
      <div id={id} hidden={!isGift} className="grid gap-4 pl-8">
        {offered !== null && (
          <CheckField
            label={GIFT.wrap(offered)}
            checked={wrap}
            onChange={({ target }) => change({ wrap: target.checked })}
          />
        )}
        <TextAreaField
          label={GIFT.note}
          hint={GIFT.length(giftNoteLength(note), GIFT_NOTE_MAX)}
          {...(error && { error })}
          className="min-h-28"
          value={note}
          onChange={({ target }) => change({ note: target.value })}
        />
      </div>
    </section>
  )
}
