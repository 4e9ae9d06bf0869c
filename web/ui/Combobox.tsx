import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

export type ComboboxOption = { href: string; content: ReactNode }
export type ComboboxGroup = { label: string; options: ComboboxOption[] }

type Props = { groups: ComboboxGroup[]; onChoose(href: string): void }

/**
 * A text field with a list of options below it, for keyboard, pointer and screen reader (the ARIA 1.2 combobox). `field`
 * goes on the input, `list` on the OptionList while it is open; call `reset` when the text changes.
 */
export function useCombobox({ groups, onChoose }: Props) {
  const id = useId()
  const [isDismissed, setDismissed] = useState(false)
  const [active, setActive] = useState(-1)
  const options = groups.flatMap((group) => group.options)
  const isOpen = options.length > 0 && !isDismissed
  const activeOption = isOpen ? options[active] : undefined
  const move = (to: number) => {
    setDismissed(false)
    setActive((to + options.length) % options.length)
  }
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(active + 1),
    ArrowUp: () => move(active < 0 ? options.length - 1 : active - 1),
    ...(isOpen && { Escape: () => setDismissed(true) }),
    ...(activeOption && { Enter: () => onChoose(activeOption.href) }),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = options.length > 0 && !event.nativeEvent.isComposing ? keys[event.key] : undefined
    if (!act) return
    event.preventDefault()
    act()
  }
  return {
    isOpen,
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': activeOption && `${id}-${active}`,
      onKeyDown,
    } as const,
    list: { id, groups, active, onChoose },
    reset() {
      setDismissed(false)
      setActive(-1)
    },
    dismiss: () => setDismissed(true),
  }
}

type ListProps = Props & { id: string; active: number; label: string; className: string; hasHeadings?: boolean }

/** The options of a combobox, in groups. */
export function OptionList({ id, groups, active, label, className, hasHeadings, onChoose }: ListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active >= 0) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const before = groups.map((_, at) => groups.slice(0, at).reduce((sum, { options }) => sum + options.length, 0))
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      // Keeps the focus in the field.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      className={className}
    >
      {groups.map(({ label, options }, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
        <div key={label} role="group" aria-label={label} className="grid gap-1">
          {hasHeadings && (
            <p aria-hidden="true" className="px-2 text-xs font-semibold text-muted">
              {label}
            </p>
          )}
          {options.map((option, index) => {
            const place = (before[at] ?? 0) + index
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the focus, and with it every key, stays in the field
              <div
                key={place}
                id={`${id}-${place}`}
                role="option"
                aria-selected={place === active}
                tabIndex={-1}
                onClick={() => onChoose(option.href)}
                className="flex min-h-12 cursor-pointer items-center gap-3 rounded-md px-2 py-1 hover:bg-sand aria-selected:bg-accent-soft aria-selected:text-accent-deep"
              >
                {option.content}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
