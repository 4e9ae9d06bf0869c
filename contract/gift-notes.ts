import { normalizedText } from './normalized-text.ts'

/** Characters of a gift note at most. */
export const GIFT_NOTE_MAX = 300

/** The length of a gift note in characters, as the database counts them: an emoji of several parts is several. */
export const giftNoteLength = (note: string) => [...normalizedText(note)].length
