import { useEffect, useRef } from 'react'
import { useForm } from '#web/forms/use-form.ts'
import { issuesOf } from '#web/lib/api-failure.ts'
import type { ApiFailure } from '#web/lib/call-api.ts'
import { formProblemOf } from '#web/shop/accounts/validation.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import type { SynonymsUpdate } from '../contract.ts'
import { SEARCH_WORDS } from './texts.ts'

type Props = {
  action: string
  /** What the fields begin with. */
  start?: SynonymsUpdate
  /** The field that has the focus when the form opens. */
  focused?: 'words' | 'finds'
  /** Returns the shop's error, if any. */
  onSave(update: SynonymsUpdate): Promise<unknown>
  /** Closes the form. Without it the form stays open. */
  onCancel?(): void
}

/** The fields of synonyms, each with words between commas. */
export function SynonymsForm({ action, start, focused, onSave, onCancel }: Props) {
  const fields = useRef<HTMLDivElement>(null)
  const { form, problem, errors, isSending, dismiss } = useForm(['words', 'finds'], async ({ words, finds }) => {
    const refused = await onSave({ words: termsOf(words), finds: termsOf(finds) })
    if (refused) return problemOf(refused)
    form.ref.current?.reset()
    onCancel?.()
    return null
  })
  useEffect(() => {
    if (focused) fields.current?.querySelector<HTMLElement>(`[name="${focused}"]`)?.focus()
  }, [focused])
  const isElsewhere = problem && !errors.words && !errors.finds
  return (
    <form {...form} className="grid gap-4">
      {isElsewhere && <Alert onDismiss={dismiss}>{problem.message}</Alert>}
      <div ref={fields} className="grid gap-4 sm:grid-cols-2">
        <Field
          label={SEARCH_WORDS.words}
          hint={SEARCH_WORDS.wordsHint}
          name="words"
          autoComplete="off"
          defaultValue={start?.words.join(', ')}
          {...(errors.words && { error: errors.words })}
        />
        <Field
          label={SEARCH_WORDS.finds}
          hint={SEARCH_WORDS.findsHint}
          name="finds"
          autoComplete="off"
          defaultValue={start?.finds.join(', ')}
          {...(errors.finds && { error: errors.finds })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button variant="secondary" isBusy={isSending}>
          {action}
        </Button>
        {onCancel && (
          <Button type="button" variant="quiet" onClick={onCancel}>
            {SEARCH_WORDS.cancel}
          </Button>
        )}
      </div>
    </form>
  )
}

const termsOf = (text: string) =>
  text
    .split(/[,;\n]/)
    .map((term) => term.trim())
    .filter(Boolean)

/** The problem at the field whose word has it. */
function problemOf(refused: unknown) {
  const issues = issuesOf(refused as ApiFailure)
  const fields = Object.fromEntries(issues.map(({ path, message }) => [path.split('.')[0] ?? path, message]))
  return { ...formProblemOf(refused), fields }
}
