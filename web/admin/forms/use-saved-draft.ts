import type { FormProblem } from '#web/forms/problems.ts'
import { codeOf } from '#web/lib/api-failure.ts'
import type { ApiFailure } from '#web/lib/call-api.ts'
import { formProblemOf } from '#web/shop/accounts/validation.ts'
import { MERGED } from '#web/texts/admin.ts'
import type { Merged } from './merge-fields.ts'
import { type DraftOptions, type Form, type Load, useDraft } from './use-draft.ts'

/** The saved record, the error of the call, or what keeps the values from being sent. */
type Outcome<Stored> = { data?: Stored | undefined; error?: unknown; problem?: FormProblem }

type Save<Stored, Values> = (form: Form<Stored, Values> & { changed: (keyof Values)[] }) => PromiseLike<Outcome<Stored>>

/** What somebody else saved meanwhile. */
type Conflict<Stored, Values> = {
  /** The codes by which the shop refuses an edit of a record that has changed. */
  codes: readonly string[]
  load: Load<Stored>
  /** What the user has to check after the merge; null to save again at once. */
  problem(merged: Merged<Values>, now: Stored, error: unknown): FormProblem | null
}

export type SavedDraftOptions<Stored, Values> = DraftOptions<Stored, Values> & {
  save: Save<Stored, Values>
  /** Without it the shop takes each edit. */
  conflict?: Conflict<Stored, Values>
  problemOf?(error: unknown): FormProblem
}

const MOST_MERGES = 2

/** The code of the problem of a form that was merged with what somebody else saved. */
export const IS_MERGED = 'is_merged'

/**
 * A draft with `save`, which returns the problem, or null once it is saved. What somebody else saved meanwhile is merged
 * into the form.
 */
export function useSavedDraft<Stored extends object, Values extends object>(
  options: SavedDraftOptions<Stored, Values>,
) {
  const { conflict, problemOf = formProblemOf } = options
  const draft = useDraft(options)
  const attempt = async (send: Save<Stored, Values>, tries: number): Promise<FormProblem | null> => {
    const sent = draft.latest()
    const { data, error, problem } = await send(sent)
    if (data) draft.take(data, sent.values)
    if (data || problem) return problem ?? null
    if (!conflict?.codes.includes(codeOf(error as ApiFailure) ?? '') || tries === 0) return problemOf(error)
    const merged = await draft.reload(conflict.load)
    if (!merged) return problemOf(error)
    return conflict.problem(merged, merged.now, error) ?? attempt(send, tries - 1)
  }
  /** Saves the draft, by another call than that of the options if there is one. */
  const save = (send = options.save) => attempt(send, MOST_MERGES)
  return { ...draft, save }
}

/** An outcome that says what is wrong with one field. */
export const problemAt = (field: string, message: string): { problem: FormProblem } => ({
  problem: { message, fields: { [field]: message } },
})

/** The problem of a merged form: what they changed, and what both did. `labels` has every field of the form. */
export function mergeProblem<Name extends string>(noun: string, labels: Record<Name, string>) {
  // Several fields may have one label.
  const listed = (names: Name[]) => [...new Set(names.map((name) => labels[name]))].join(', ')
  return ({ theirs, both }: { theirs: Name[]; both: Name[] }): FormProblem => {
    const sentences = [
      MERGED.changedByOthers(noun),
      ...(theirs.length > 0 ? [MERGED.theirs(listed(theirs))] : []),
      ...(both.length > 0 ? [MERGED.both(listed(both))] : []),
      MERGED.saveAgain,
    ]
    return { message: sentences.join(' '), fields: {}, code: IS_MERGED }
  }
}
