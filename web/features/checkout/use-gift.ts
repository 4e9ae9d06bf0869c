import { useState } from 'react'
import { GIFT_NOTE_MAX, giftNoteLength } from '#contract/gift-notes.ts'
import { ORDER_FIELDS } from '#contract/messages.ts'
import { issuesOf } from '../../api-failure.ts'
import type { ApiFailure } from '../../call-api.ts'
import { useAppSelector } from '../../store.ts'
import { useShop } from '../shop/use-shop.ts'
import { type Gift, giftDraft, saveGiftDraft } from './gift-draft.ts'

/**
 * The gift note and gift wrap of the checkout, which a reload of the tab brings back. `wrapPrice` is what the chosen
 * wrap costs in cents, null without one; `wanted` are the fields of the order; `explain` shows what a failed call says
 * about the note, and returns whether it says something; `refusals` counts that.
 */
export function useGift() {
  const userId = useAppSelector(({ session }) => session.user?._id ?? '')
  const offered = useShop().wrapPrice
  const [gift, setGift] = useState(() => giftDraft(userId))
  const [refused, setRefused] = useState<string>()
  const [refusals, setRefusals] = useState(0)
  const isTooLong = giftNoteLength(gift.note) > GIFT_NOTE_MAX
  const change = (fields: Partial<Gift>) => {
    const changed = { ...gift, ...fields }
    setGift(changed)
    saveGiftDraft(userId, changed)
    setRefused(undefined)
  }
  const explain = (error: ApiFailure) => {
    const issue = issuesOf(error).find(({ path }) => path === 'giftNote')
    setRefused(issue?.message)
    if (issue) setRefusals((count) => count + 1)
    return Boolean(issue)
  }
  const isWrapped = gift.isGift && gift.wrap && offered !== null
  return {
    gift,
    change,
    offered,
    wrapPrice: isWrapped ? offered : null,
    wanted: wantedOf(gift, isWrapped),
    error: isTooLong ? ORDER_FIELDS.giftNoteTooLong(GIFT_NOTE_MAX) : refused,
    refusals,
    explain,
  }
}

const wantedOf = ({ isGift, note }: Gift, isWrapped: boolean) => ({
  ...(isWrapped && { giftWrap: true }),
  ...(isGift && note.trim() && { giftNote: note }),
})
