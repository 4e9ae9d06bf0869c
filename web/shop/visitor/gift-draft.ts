import { deleteDraft, readDraft, saveDraft } from '#web/lib/drafts.ts'
import { textOf } from '#web/lib/parsed-json.ts'

/** What the buyer entered about a gift. Nothing of it is sent unless `isGift`. */
export type Gift = { isGift: boolean; wrap: boolean; note: string }

const GIFT = 'gift'

/** The user's gift in this tab. A field of the wrong shape counts as absent. */
export function giftDraft(userId: string): Gift {
  const storedDraft = readDraft(GIFT, userId)
  const { isGift, wrap, note } = (storedDraft && typeof storedDraft === 'object' ? storedDraft : {}) as Partial<Gift>
  return { isGift: isGift === true, wrap: wrap === true, note: textOf(note) }
}

export const saveGiftDraft = (userId: string, gift: Gift) => saveDraft(GIFT, userId, gift)

export const deleteGiftDraft = () => deleteDraft(GIFT)
