import type { ChangeEvent } from 'react'
import { useForm } from '#web/forms/use-form.ts'
import { type SavedDraftOptions, useSavedDraft } from './use-saved-draft.ts'

type NameOf<Values, Value> = { [Name in keyof Values]: Values[Name] extends Value ? Name : never }[keyof Values] &
  string
type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>

type Options<Stored, Values> = SavedDraftOptions<Stored, Values> & {
  /** Runs with the record that was saved; what it waits for belongs to saving. */
  onSaved(data: Stored): unknown
}

/**
 * The form of a record of the shop, with controlled fields: `form` goes on the form element, `box` and `tick` on its
 * fields, `DraftNotices` above them.
 */
export function useDraftForm<Stored extends object, Values extends object>(options: Options<Stored, Values>) {
  const { save, ...draft } = useSavedDraft(options)
  const { form, problem, errors, isSending, dismiss } = useForm<string>([], async () => {
    const refusal = await save()
    if (!refusal) await options.onSaved(draft.latest().loaded)
    return refusal
  })
  return {
    ...draft,
    ...{ form, problem, errors, isSending, dismiss },
    discard() {
      dismiss()
      draft.discard()
    },
    /** The props of a field of text. */
    box: (name: NameOf<Values, string>) => ({
      name,
      value: draft.values[name] as string,
      ...(errors[name] && { error: errors[name] }),
      onChange: ({ target }: Typed) => draft.change({ [name]: target.value } as Partial<Values>),
    }),
    /** The props of a check box. */
    tick: (name: NameOf<Values, boolean>) => ({
      name,
      checked: draft.values[name] as boolean,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
        draft.change({ [name]: target.checked } as Partial<Values>),
    }),
  }
}
