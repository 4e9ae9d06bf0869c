import { useEffect, useRef, useState } from 'react'
import type { Category } from '#contract/products.ts'
import { CATEGORIES } from '../../../texts/admin-settings.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx'
import { Movers } from '../lists/Movers.tsx'
import { CategoryForm } from './CategoryForm.tsx'
import { useRenameCategoryMutation } from './settingsApi.ts'

type Props = {
  category: Category
  isFirst: boolean
  isLast: boolean
  onMove(by: 1 | -1): void
  onRenamed(to: Category): void
  onRemove(): void
}

/** A category with its actions, or the form to rename it. */
export function CategoryRow({ category, isFirst, isLast, onMove, onRenamed, onRemove }: Props) {
  const { label, slug } = category
  const [rename] = useRenameCategoryMutation()
  const { isOpen, open, close, opener } = useReturning()
  if (isOpen)
    return (
      <li className="py-4">
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
      </li>
    )
  return (
    <li className="flex items-start gap-5 py-2">
      <Movers {...{ name: label, isFirst, isLast, onMove }} className="-ml-3" />
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-6">
        <span className="min-w-0 grow basis-36 py-2 font-medium break-words">{label}</span>
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
    </li>
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
