import { useState } from 'react'
import { formatDollars } from '#contract/money.ts'
import { PLACEHOLDER_PHOTO } from '#contract/photos.ts'
import type { Suggestions } from '#contract/products.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { SEARCH } from '#web/texts/shop.ts'
import { SUGGESTIONS } from '#web/texts/suggestions.ts'
import { type ComboboxGroup, OptionList, useCombobox } from '#web/ui/Combobox.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { WasPrice } from '#web/ui/WasPrice.tsx'
import { LoadFailure } from './LoadFailure.tsx'
import { SEARCH_BOX, searchHref } from './search-box.ts'
import { useSuggestions } from './use-suggestions.ts'

type Props = {
  /** The text typed before this code was loaded. */
  typed: string
  onChoose(href: string): void
}

/** The search box with suggestions. */
export function SearchCombobox({ typed, onChoose }: Props) {
  const [text, setText] = useState(typed)
  const { searchHint } = useShop()
  const search = useSuggestions(text)
  const { suggestions } = search
  const groups = suggestions ? groupsOf(suggestions, text.trim()) : []
  const { isOpen, field, list, reset } = useCombobox({ groups, onChoose })
  return (
    <>
      <input
        {...field}
        type="text"
        name="text"
        aria-label={SEARCH.box}
        // Focuses the field each time the dialog opens; React's own autoFocus works only once.
        ref={(input) => input?.setAttribute('autofocus', '')}
        // biome-ignore lint/a11y/noAutofocus: the focus was in the field that this one replaces
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={100}
        placeholder={searchHint}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          reset()
        }}
        className={SEARCH_BOX}
      />
      <LoadFailure queries={[search]} className="order-last basis-full" />
      {isOpen && (
        <OptionList
          {...list}
          label={SUGGESTIONS.title}
          className="order-last grid basis-full gap-1 border-t border-line pt-3"
        />
      )}
      <p role="status" className="sr-only">
        {isOpen && SUGGESTIONS.announcement(groups.reduce((count, { options }) => count + options.length, -1))}
      </p>
    </>
  )
}

function groupsOf({ products, matchedWords, categories, collections }: Suggestions, keyword: string): ComboboxGroup[] {
  const groups = [
    {
      label: SUGGESTIONS.categories,
      options: categories.map(({ label, slug }) => ({
        href: `/category/${encodeURIComponent(slug)}`,
        content: <PlainOption label={label} />,
      })),
    },
    {
      label: SUGGESTIONS.collections,
      options: collections.map(({ name, slug }) => ({
        href: `/collections/${slug}`,
        content: <PlainOption label={name} />,
      })),
    },
    {
      label: SUGGESTIONS.pieces(matchedWords),
      options: products.map((product) => ({
        href: `/products/${product.slug}`,
        content: <ProductOption {...product} />,
      })),
    },
    {
      label: SUGGESTIONS.all,
      options: [{ href: searchHref(keyword), content: <PlainOption label={SUGGESTIONS.allResults(keyword)} /> }],
    },
  ]
  return groups.filter(({ options }) => options.length > 0)
}

const PlainOption = ({ label }: { label: string }) => (
  <>
    <span className="grid size-12 shrink-0 place-items-center text-muted">
      <Icon name="search" />
    </span>
    <span className="min-w-0 break-words">{label}</span>
  </>
)

const ProductOption = ({ name, image, price, wasPrice }: Suggestions['products'][number]) => (
  <>
    <Photo image={image ?? PLACEHOLDER_PHOTO} alt="" sizes="3rem" className="size-12 shrink-0 rounded-sm" />
    <span className="min-w-0 grow font-serif break-words">{name}</span>
    <span className={wasPrice ? 'shrink-0' : 'text-muted'}>
      <WasPrice cents={wasPrice} />
      {formatDollars(price)}
    </span>
  </>
)
