import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { SEARCH } from '#web/texts/shop.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { useNavigation } from '#web/ui/navigation.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { SEARCH_BOX, searchHref } from './search-box.ts'

/** The search button and the dialog that it opens. */
export function SearchDialog() {
  const { opener, dialog, closer, close } = useDialog()
  const { searchTitle } = useShop()
  return (
    <>
      <button
        {...opener}
        // Loads the suggestions before the dialog is open.
        onPointerEnter={preload}
        onFocus={preload}
        aria-label={SEARCH.open}
        className="grid size-11 shrink-0 place-items-center rounded-full hover:text-accent"
      >
        <Icon name="search" className="size-6" />
      </button>
      <dialog
        {...dialog}
        aria-labelledby={`${dialog.id}-title`}
        className="mx-auto mt-4 w-full max-w-2xl sm:mt-24 bg-transparent px-4 open:animate-rise"
      >
        <div className="rounded-lg bg-card p-5 text-ink shadow-lg sm:p-10">
          <div className="mb-5 flex items-start justify-between gap-4">
            <h2 id={`${dialog.id}-title`} className="text-2xl">
              {searchTitle}
            </h2>
            <button
              {...closer}
              aria-label={SEARCH.close}
              className="-mt-2 -mr-3 grid size-11 shrink-0 place-items-center"
            >
              <Icon name="close" />
            </button>
          </div>
          <SearchForm onSearch={close} />
        </div>
      </dialog>
    </>
  )
}

type Combobox = typeof import('./SearchCombobox.tsx').SearchCombobox

const loadCombobox = () => import('./SearchCombobox.tsx')
const preload = () => void loadCombobox().catch(() => {})

/** A plain search field, which becomes the combobox when it gets the focus. */
function SearchForm({ onSearch }: { onSearch(): void }) {
  const { navigate } = useNavigation()
  const { searchHint } = useShop()
  const box = useRef<HTMLInputElement>(null)
  const isComposing = useRef(false)
  const [combobox, setCombobox] = useState<{ Box: Combobox; typed: string }>()
  const go = (href: string) => {
    onSearch()
    navigate(href)
  }
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    go(searchHref(String(new FormData(event.currentTarget).get('text'))))
  }
  const improve = async () => {
    const Box = await loadCombobox().catch(() => undefined)
    // Without the combobox's code the plain field still searches. Replacing the field would interrupt the composition
    // of a character.
    if (!Box || isComposing.current) return
    // Synchronously, because letters typed while the fields change places would be lost.
    flushSync(() => setCombobox({ Box: Box.SearchCombobox, typed: box.current?.value ?? '' }))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a field focused before the script
  useEffect(() => {
    if (document.activeElement === box.current) void improve()
  }, [])
  return (
    <form action="/search" onSubmit={search} className="flex flex-wrap gap-3">
      {combobox ? (
        <combobox.Box typed={combobox.typed} onChoose={go} />
      ) : (
        <input
          ref={box}
          type="search"
          name="text"
          // biome-ignore lint/a11y/noAutofocus: the field is where an opening dialog puts the focus
          autoFocus
          onFocus={improve}
          onCompositionStart={() => {
            isComposing.current = true
          }}
          onCompositionEnd={() => {
            isComposing.current = false
            void improve()
          }}
          aria-label={SEARCH.box}
          autoComplete="off"
          maxLength={100}
          className={SEARCH_BOX}
          placeholder={searchHint}
        />
      )}
      <Button className="grow sm:grow-0">{SEARCH.submit}</Button>
    </form>
  )
}
