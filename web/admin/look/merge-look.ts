import type { EditedLook, Look } from '#contract/admin/look.ts'
import { type Merged, mergeFields } from '#web/admin/forms/merge-fields.ts'
import type { Form } from '#web/admin/forms/use-draft.ts'

/**
 * The look as it is now, with what was changed in the form since it was loaded. The parts of the first view are merged
 * one by one; any other part is taken whole.
 */
export function mergeLook(
  { loaded: { look: loaded }, values: mine }: Form<EditedLook, Look>,
  { look: now }: EditedLook,
): Merged<Look> {
  const { fields: hero } = mergeFields(namesOf(now.hero), { loaded: loaded.hero, mine: mine.hero, now: now.hero })
  const merged = mergeFields(namesOf(now), { loaded, mine, now })
  return { ...merged, fields: { ...merged.fields, hero } }
}

const namesOf = <Value extends object>(value: Value) => Object.keys(value) as (keyof Value)[]
