import { useState } from 'react'
import { deleteDraft, readDraft, saveDraft } from '#web/lib/drafts.ts'
import { recordOf } from '#web/lib/parsed-json.ts'
import { useDraftOwner } from './use-draft-owner.ts'

/**
 * What the user types into uncontrolled fields, stored in this tab under the key until `drop`. Only the fields of `saved`
 * are stored, and of these only what differs. `values` are those to open the fields with, which get the key `fieldsKey`.
 */
export function useFormDraft<Values extends Record<string, string>>(key: string, saved: Values) {
  const userId = useDraftOwner()
  const [restored, setRestored] = useState(() => changesIn(readDraft(key, userId), saved))
  const [fieldsKey, setFieldsKey] = useState(0)
  return {
    values: { ...saved, ...restored },
    isRestored: hasAny(restored),
    fieldsKey,
    /** Stores what is in the fields of the form now. */
    keep(form: HTMLFormElement) {
      const changes = changesIn(textsOf(form, Object.keys(saved)), saved)
      if (hasAny(changes)) saveDraft(key, userId, changes)
      else deleteDraft(key)
    },
    /** Forgets what was typed, and opens the fields with `saved`. */
    drop() {
      deleteDraft(key)
      setRestored({})
      setFieldsKey((before) => before + 1)
    },
  }
}

const hasAny = (changes: object) => Object.keys(changes).length > 0

/** The texts that differ from the saved ones. Anything else that was stored counts as absent. */
function changesIn<Values extends Record<string, string>>(stored: unknown, saved: Values): Partial<Values> {
  const texts = Object.entries(recordOf(stored))
  return Object.fromEntries(
    texts.filter(([name, text]) => Object.hasOwn(saved, name) && typeof text === 'string' && text !== saved[name]),
  ) as Partial<Values>
}

/** The texts of the fields. */
function textsOf(form: HTMLFormElement, names: string[]) {
  const typed = new FormData(form)
  return Object.fromEntries(names.map((name) => [name, String(typed.get(name) ?? '')]))
}
