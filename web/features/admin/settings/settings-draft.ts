import { z } from 'zod'
import { deleteDraft, readDraft, saveDraft } from '../../../drafts.ts'
import { SETTING_FIELDS, type SettingName, type SettingTexts } from './setting-texts.ts'

/** Fields that are changed and not saved: what is typed in each, and the saved text that it takes the place of. */
const SettingEdits = z.partialRecord(z.enum(SETTING_FIELDS), z.object({ from: z.string(), text: z.string() }))
export type SettingEdits = z.infer<typeof SettingEdits>

const DRAFT = 'settings'

/** The names of the fields whose text differs from the saved one, in the order of the form. */
export const changedNames = (edits: SettingEdits, saved: SettingTexts): SettingName[] =>
  SETTING_FIELDS.filter((name) => edits[name] && edits[name].text !== saved[name])

/** The user's unsaved settings in this tab, which survive links and reloads. None when their shape is outdated. */
export function readSettingsDraft(userId: string): SettingEdits {
  return SettingEdits.safeParse(readDraft(DRAFT, userId)).data ?? {}
}

/** Stores the user's unsaved settings; deletes them when there are none. */
export function saveSettingsDraft(edits: SettingEdits, userId: string) {
  if (Object.keys(edits).length > 0) saveDraft(DRAFT, userId, edits)
  else deleteDraft(DRAFT)
}
