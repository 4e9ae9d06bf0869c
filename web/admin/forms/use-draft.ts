import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { useDraftOwner } from '#web/forms/use-draft-owner.ts'
import { useUnsavedWarning } from '#web/forms/use-unsaved.ts'
import { deleteDraft, readDraft, saveDraft } from '#web/lib/drafts.ts'
import { recordOf } from '#web/lib/parsed-json.ts'
import { differences, type Merged, mergeFields, picked } from './merge-fields.ts'

/** A form: the values of its fields, and the record that they are an edit of. */
export type Form<Stored, Values> = { loaded: Stored; values: Values }

export type DraftOptions<Stored, Values> = {
  /** The name of the draft in this tab. */
  key: string
  /** The record as the shop has it, and its schema. */
  stored: Stored
  schema: z.ZodType<Stored>
  /** The schema of the values, with every field of the form. */
  fields: z.ZodObject
  valuesOf(stored: Stored): Values
  /** Merges the form with what somebody else saved; without it, field by field. */
  merge?(form: Form<Stored, Values>, now: Stored): Merged<Values>
}

/** Loads the record as it is now. */
export type Load<Stored> = () => PromiseLike<{ data?: Stored | undefined; isSuccess: boolean }>

/**
 * The draft of a record: the values of its form, stored in this tab while they differ from the saved ones. A newer
 * record is taken over at once unless both sides changed a field; then `merge` decides, when the user saves.
 */
export function useDraft<Stored extends object, Values extends object>(options: DraftOptions<Stored, Values>) {
  const { key, stored, valuesOf } = options
  const names = Object.keys(options.fields.shape) as (keyof Values)[]
  const userId = useDraftOwner()
  const [restored] = useState(() => restoredForm(options, readDraft(key, userId)))
  const [isRestored, setRestored] = useState(restored !== undefined)
  const [form, setForm] = useState(restored ?? { loaded: stored, values: valuesOf(stored) })
  // What a call that was waited for finds when it returns.
  const latest = useRef(form)
  const newest = useRef(form.loaded)
  const isReloading = useRef(false)
  const changedIn = ({ loaded, values }: Form<Stored, Values>) => differences(names, valuesOf(loaded), values)
  const changed = changedIn(form)
  useUnsavedWarning(changed.length > 0)

  const show = (next: Form<Stored, Values>) => {
    const edited = changedIn(next)
    if (edited.length > 0) saveDraft(key, userId, { loaded: next.loaded, edits: picked(next.values, edited) })
    // A form that its user has not changed leaves alone what another one has stored.
    else if (readDraft(key, userId) !== undefined) deleteDraft(key)
    latest.current = next
    setForm(next)
  }
  const merged = (now: Stored) => {
    const { loaded, values } = latest.current
    if (options.merge) return options.merge(latest.current, now)
    return mergeFields(names, { loaded: valuesOf(loaded), mine: values, now: valuesOf(now) })
  }
  const merge = (now: Stored) => {
    const result = merged(now)
    newest.current = now
    show({ loaded: now, values: result.fields })
    return result
  }
  const startOver = (from: Stored) => {
    newest.current = from
    setRestored(false)
    show({ loaded: from, values: valuesOf(from) })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each record that is loaded, and for a restored draft
  useEffect(() => {
    if (newest.current === stored || isReloading.current) return
    newest.current = stored
    if (merged(stored).both.length === 0) merge(stored)
  }, [stored])

  return {
    ...form,
    changed,
    isRestored,
    /** The form as it is now, also in a function of an earlier rendering. */
    latest: () => ({ ...latest.current, changed: changedIn(latest.current) }),
    /** Changes values, by themselves or by what they are now. */
    change(some: Partial<Values> | ((values: Values) => Partial<Values>)) {
      const { loaded, values } = latest.current
      show({ loaded, values: { ...values, ...(typeof some === 'function' ? some(values) : some) } })
    },
    /** Takes over the record that was saved with the sent values. What was typed meanwhile stays. */
    take(data: Stored, sent: Values) {
      newest.current = data
      setRestored(false)
      const { fields } = mergeFields(names, { loaded: sent, mine: latest.current.values, now: valuesOf(data) })
      show({ loaded: data, values: fields })
    },
    /** Takes over what somebody else saved, under the user's edits. Returns who changed what. */
    merge,
    /** Loads the record and merges it, as `now`; undefined when it cannot be loaded. */
    async reload(load: Load<Stored>) {
      isReloading.current = true
      const { data, isSuccess } = await load()
      isReloading.current = false
      // After a failure `data` is still what was loaded before.
      return isSuccess && data ? { ...merge(data), now: data } : undefined
    },
    startOver,
    discard: () => startOver(newest.current),
  }
}

/** The form of a stored draft; undefined when it is damaged, or of another record. */
function restoredForm<Stored extends object, Values extends object>(
  { stored, schema, fields, valuesOf }: DraftOptions<Stored, Values>,
  draft: unknown,
): Form<Stored, Values> | undefined {
  const { loaded, edits } = recordOf(draft) as { loaded?: Stored; edits?: unknown }
  const values = fields.partial().safeParse(edits)
  if (!values.success || !loaded || !z.safeEncode(schema, loaded).success || idOf(loaded) !== idOf(stored)) return
  return { loaded, values: { ...valuesOf(loaded), ...(values.data as Partial<Values>) } }
}

const idOf = (record: object) => ('_id' in record ? record._id : undefined)
