import { readDraft, saveDraft } from '#web/lib/drafts.ts'
import { textOf } from '#web/lib/parsed-json.ts'

const CODE = 'code'

/** The user's discount code in this tab that is not applied yet; empty when there is none. */
export const codeDraft = (userId: string) => textOf(readDraft(CODE, userId))

export const saveCodeDraft = (userId: string, code: string) => saveDraft(CODE, userId, code)
