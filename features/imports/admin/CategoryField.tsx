import { useId } from 'react'
import { useCategoriesQuery } from '#web/shop/catalog/catalogApi.ts'
import { Field } from '#web/ui/Field.tsx'

type Props = { label: string; value: string; onChange(category: string): void }

/** A category of the shop, suggested while typing, or the name of a new one. */
export function CategoryField({ label, value, onChange }: Props) {
  const listId = useId()
  const { data: categories = [] } = useCategoriesQuery()
  const known = categories.find(({ name }) => name === value)
  return (
    <>
      <Field
        label={label}
        list={listId}
        value={known?.label ?? value}
        maxLength={40}
        autoComplete="off"
        onChange={({ target }) =>
          onChange(categories.find((category) => category.label === target.value)?.name ?? target.value)
        }
      />
      <datalist id={listId}>
        {categories.map(({ name, label: called }) => (
          <option key={name} value={called} />
        ))}
      </datalist>
    </>
  )
}
