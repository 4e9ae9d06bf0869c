import { useEffect, useRef, useState } from 'react'
import type { Category } from '#contract/products.ts'
import { useRenameCategoryMutation } from '#web/admin/calls/settingsApi.ts'
import { CATEGORIES } from '#web/texts/admin-settings.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { CategoryForm } from './CategoryForm.tsx'

type Props = {
  category: Category
  onRenamed(to: Category): void
  onRemove(): void
}

/** A category with its actions, or the form to rename it. */
export function CategoryRow({ category, onRenamed, onRemove }: Props) {
  const { label, slug } = category
  const [rename] = useRenameCategoryMutation()
  const { isOpen, open, close, opener } = useReturning()
  if (isOpen)
    return (
      <div className="min-w-0 grow">
        <CategoryForm
          label={CATEGORIES.newName(label)}
          action={CATEGORIES.rename}
          name={label}
          onCancel={close}
          onSave={async (given) => {
            const { data, error } = await rename({ slug, name: given })
            if (data) onRenamed(data)
            return error
          }}
        />
      </div>
    )
  return (
    <span className="flex min-w-0 grow flex-wrap items-center gap-x-6">
      <span className="min-w-0 grow basis-full py-2 md:basis-0 font-medium break-words">{label}</span>
      <Button
        ref={opener}
        data-renames={slug}
        type="button"
        variant="quiet"
        aria-label={CATEGORIES.renameNamed(label)}
        onClick={open}
      >
        {CATEGORIES.rename}
      </Button>
      <ConfirmButton
        variant="quiet"
        aria-label={CATEGORIES.deleteNamed(label)}
        sentence={CATEGORIES.confirmDelete(label)}
        action={CATEGORIES.delete}
        onConfirm={onRemove}
      >
        {CATEGORIES.delete}
      </ConfirmButton>
    </span>
  )
}

/** An element that replaces the button which opens it. When it closes, the button gets the focus back. */
function useReturning() {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return { isOpen, opener, open: () => setOpen(true), close: () => setOpen(false) }
}
