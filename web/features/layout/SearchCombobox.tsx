import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { formatDollars } from '#contract/money.ts'
import { PLACEHOLDER_PHOTO } from '#contract/photos.ts'
import type { Suggestions } from '#contract/products.ts'
import { SEARCH } from '../../texts/shop.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Photo } from '../../ui/Photo.tsx'
import { LoadFailure } from './LoadFailure.tsx'
import { SEARCH_BOX, searchHref } from './search-box.ts'
import { useSuggestions } from './use-suggestions.ts'

type Props = {
  /** The text typed before this code was loaded. */
  typed: string
  onChoose(href: string): void
}
type Option = { href: string; label: string; product?: Suggestions['products'][number] }
type Group = { label: string; options: Option[] }

/** The search box with suggestions, for keyboard, pointer and screen reader (the ARIA 1.2 combobox). */
export function SearchCombobox({ typed, onChoose }: Props) {
  const id = useId()
  const [text, setText] = useState(typed)
  const [isDismissed, setDismissed] = useState(false)
  const [active, setActive] = useState(-1)
  const search = useSuggestions(text)
  const { suggestions } = search
  const groups = suggestions ? groupsOf(suggestions, text.trim()) : []
  const options = groups.flatMap((group) => group.options)
  const isOpen = options.length > 0 && !isDismissed
  const chosen = isOpen ? options[active] : undefined
  const move = (to: number) => {
    setDismissed(false)
    setActive((to + options.length) % options.length)
  }
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(active + 1),
    ArrowUp: () => move(active < 0 ? options.length - 1 : active - 1),
    ...(isOpen && { Escape: () => setDismissed(true) }),
    ...(chosen && { Enter: () => onChoose(chosen.href) }),
  }
  const press = (event: KeyboardEvent) => {
    const act = options.length > 0 && !event.nativeEvent.isComposing ? keys[event.key] : undefined
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <>
      <input
        type="text"
        name="text"
        role="combobox"
        aria-label={SEARCH.box}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={chosen && `${id}-${active}`}
        // Focuses the field each time the dialog opens; React's own autoFocus works only once.
        ref={(input) => input?.setAttribute('autofocus', '')}
        // biome-ignore lint/a11y/noAutofocus: the focus was in the field that this one replaces
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={100}
        placeholder={SEARCH.example}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setDismissed(false)
          setActive(-1)
        }}
        onKeyDown={press}
        className={SEARCH_BOX}
      />
      <LoadFailure queries={[search]} className="order-last basis-full" />
      {isOpen && <SuggestionList id={id} groups={groups} active={active} onChoose={onChoose} />}
      <p role="status" className="sr-only">
        {isOpen && SEARCH.announcement(options.length - 1)}
      </p>
    </>
  )
}

function groupsOf({ products, categories }: Suggestions, keyword: string): Group[] {
  const groups = [
    {
      label: SEARCH.categories,
      options: categories.map(({ label, slug }) => ({
        href: `/category/${encodeURIComponent(slug)}`,
        label,
      })),
    },
    {
      label: SEARCH.pieces,
      options: products.map((product) => ({ href: `/products/${product.slug}`, label: product.name, product })),
    },
    { label: SEARCH.all, options: [{ href: searchHref(keyword), label: SEARCH.allResults(keyword) }] },
  ]
  return groups.filter(({ options }) => options.length > 0)
}

type ListProps = { id: string; groups: Group[]; active: number; onChoose(href: string): void }

function SuggestionList({ id, groups, active, onChoose }: ListProps) {
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
      aria-label={SEARCH.suggestions}
      // Keeps the focus in the field.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      className="order-last grid basis-full gap-1 border-t border-line pt-3"
    >
      {groups.map(({ label, options }, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
        <div key={label} role="group" aria-label={label} className="grid gap-1">
          {options.map((option, index) => {
            const place = (before[at] ?? 0) + index
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the focus, and with it every key, stays in the field
              <div
                key={option.href}
                id={`${id}-${place}`}
                role="option"
                aria-selected={place === active}
                tabIndex={-1}
                onClick={() => onChoose(option.href)}
                className="flex min-h-12 cursor-pointer items-center gap-3 rounded-md px-2 py-1 hover:bg-sand aria-selected:bg-accent-soft aria-selected:text-accent-deep"
              >
                <OptionText {...option} />
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

function OptionText({ label, product }: Option) {
  if (!product)
    return (
      <>
        <span className="grid size-12 shrink-0 place-items-center text-muted">
          <Icon name="search" />
        </span>
        <span className="min-w-0 break-words">{label}</span>
      </>
    )
  return (
    <>
      <Photo image={product.image ?? PLACEHOLDER_PHOTO} alt="" sizes="3rem" className="size-12 shrink-0 rounded-sm" />
      <span className="min-w-0 grow font-serif break-words">{label}</span>
      <span className="text-muted">{formatDollars(product.price)}</span>
    </>
  )
}
