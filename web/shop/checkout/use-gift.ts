import { useState } from 'react'
import { GIFT_NOTE_MAX, giftNoteLength } from '#contract/gift-notes.ts'
import { ORDER_FIELDS } from '#contract/messages.ts'
import { issuesOf } from '#web/lib/api-failure.ts'
import type { ApiFailure } from '#web/lib/call-api.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { type Gift, giftDraft, saveGiftDraft } from '#web/shop/visitor/gift-draft.ts'
import { useAppSelector } from '#web/shop/visitor/store.ts'

/**
 * The gift note and gift wrap of the checkout, which a reload of the tab brings back. `wrapPrice` is what the chosen
 * wrap costs in cents, null without one; `wanted` are the fields of the order; `explain` shows what a failed call says
 * about the note, and returns whether it says something; `refusals` counts that.
 */
export function useGift() {
  const userId = useAppSelector(({ session }) => session.user?._id ?? '')
  const offeredPrice = useShop().wrapPrice
  const [gift, setGift] = useState(() => giftDraft(userId))
  const [refusal, setRefusal] = useState<string>()
  const [refusals, setRefusals] = useState(0)
  const isTooLong = giftNoteLength(gift.note) > GIFT_NOTE_MAX
  const change = (fields: Partial<Gift>) => {
    const changedGift = { ...gift, ...fields }
    setGift(changedGift)
    saveGiftDraft(userId, changedGift)
    setRefusal(undefined)
  }
  const explain = (error: ApiFailure) => {
    const issue = issuesOf(error).find(({ path }) => path === 'giftNote')
    setRefusal(issue?.message)
    if (issue) setRefusals((count) => count + 1)
    return Boolean(issue)
  }
  const isWrapped = gift.isGift && gift.wrap && offeredPrice !== null
  return {
    gift,
    change,
    offered: offeredPrice,
    wrapPrice: isWrapped ? offeredPrice : null,
    wanted: wantedOf(gift, isWrapped),
    error: isTooLong ? ORDER_FIELDS.giftNoteTooLong(GIFT_NOTE_MAX) : refusal,
    refusals,
    explain,
  }
}

const wantedOf = ({ isGift, note }: Gift, isWrapped: boolean) => ({
  ...(isWrapped && { giftWrap: true }),
  ...(isGift && note.trim() && { giftNote: note }),
})
