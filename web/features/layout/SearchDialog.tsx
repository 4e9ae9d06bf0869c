import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { TEXT } from '#contract/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useDialog } from './dialogs.ts'

/** The magnifying glass and the search box it opens. */
export function SearchDialog() {
  const { opener, dialog, close } = useDialog()
  return (
    <>
      <button
        {...opener}
        aria-label="Search"
        className="grid size-11 shrink-0 place-items-center rounded-full hover:text-accent"
      >
        <Icon name="search" className="size-6" />
      </button>
      <dialog
        {...dialog}
        aria-labelledby={`${dialog.id}-title`}
        className="mx-auto mt-24 w-full max-w-2xl bg-transparent px-4 open:animate-rise"
      >
        <div className="rounded-lg bg-card p-6 text-ink shadow-lg sm:p-10">
          <div className="mb-6 flex items-start justify-between gap-4">
            <h2 id={`${dialog.id}-title`} className="text-2xl">
              {TEXT.searchTitle}
            </h2>
            <button
              type="button"
              aria-label="Close"
              onClick={close}
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

function SearchForm({ onSearch }: { onSearch(): void }) {
  const navigate = useNavigate()
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('text')).trim()
    onSearch()
    navigate(text ? `/search/${encodeURIComponent(text)}` : '/')
  }
  return (
    <form action="/search" onSubmit={search} className="flex flex-col gap-3 sm:flex-row">
      <input
        type="search"
        name="text"
        // biome-ignore lint/a11y/noAutofocus: it says where a dialog that opens puts the focus
        autoFocus
        aria-label="Words to look for"
        autoComplete="off"
        maxLength={100}
        className="min-h-12 grow rounded-full border border-edge bg-card px-6 placeholder:text-muted focus-visible:rounded-full"
        placeholder="Keychain, mug, bow"
      />
      <Button>Search</Button>
    </form>
  )
}
