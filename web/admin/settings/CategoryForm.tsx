import { useEffect, useRef } from 'react'
import { useForm } from '#web/forms/use-form.ts'
import { formProblemOf } from '#web/shop/accounts/validation.ts'
import { CATEGORIES } from '#web/texts/admin-settings.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'

type Props = {
  label: string
  action: string
  /** The present name; undefined for a new category. */
  name?: string
  /** Returns the shop's error, if any. */
  onSave(name: string): Promise<unknown>
  /** Closes the form. Without it the form stays open. */
  onCancel?(): void
}

/** A form with one field for a category's name. */
export function CategoryForm({ label, action, name, onSave, onCancel }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const isOpened = onCancel !== undefined
  const { form, problem, errors, isSending } = useForm(['name'], async (typed) => {
    const refused = await onSave(typed.name)
    if (refused) return formProblemOf(refused)
    form.ref.current?.reset()
    onCancel?.()
    return null
  })
  useEffect(() => {
    if (isOpened) box.current?.querySelector('input')?.select()
  }, [isOpened])
  return (
    <form {...form} className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-start">
      <div ref={box}>
        <Field
          label={label}
          name="name"
          maxLength={40}
          autoComplete="off"
          defaultValue={name}
          error={problem ? (errors.name ?? problem.message) : undefined}
          onKeyDown={({ key }) => key === 'Escape' && onCancel?.()}
        />
      </div>
      <div className="flex items-center gap-6 sm:pt-8">
        <Button variant="secondary" isBusy={isSending}>
          {action}
        </Button>
        {onCancel && (
          <Button type="button" variant="quiet" onClick={onCancel}>
            {CATEGORIES.cancel}
          </Button>
        )}
      </div>
    </form>
  )
}
