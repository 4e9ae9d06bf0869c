import { type ReactNode, use, useEffect, useRef, useState } from 'react'
import type { AdminSearch as Found } from '#contract/admin/search.ts'
import { formatDollars } from '#contract/money.ts'
import { PLACEHOLDER_PHOTO } from '#contract/photos.ts'
import { TEXT } from '#contract/texts.ts'
import { AdminSlotsContext } from '#web/admin/slots/admin-slots.ts'
import { ORDER_COLUMNS } from '#web/texts/admin-orders.ts'
import { type ComboboxGroup, OptionList, useCombobox } from '#web/ui/Combobox.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { useNavigation } from '#web/ui/navigation.ts'
import { Photo } from '#web/ui/Photo.tsx'
import { useSettled } from '#web/ui/use-settled.ts'
import { useEverythingQuery } from './adminSearchApi.ts'
import { foundScreens } from './found-screens.ts'
import { FIND } from './texts.ts'

const PAUSE_MS = 200

/** The search over everything an admin sees, screens included. `/` and Ctrl+K focus it. */
export function AdminSearch() {
  const { navigate } = useNavigation()
  const { links, parts } = use(AdminSlotsContext)
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const typed = text.trim()
  const settled = useSettled(typed, typed ? PAUSE_MS : 0)
  const keyword = typed && settled
  const { currentData, isFetching, error } = useEverythingQuery(keyword, { skip: keyword === '' })
  const groups = keyword ? groupsOf(currentData, foundScreens(keyword, [...links, ...parts])) : []
  const clear = () => {
    setText('')
    input.current?.blur()
  }
  const open = (href: string) => {
    clear()
    navigate(href)
  }
  const { isOpen, field, list, reset, dismiss } = useCombobox({ groups, onChoose: open })
  useShortcut(input)
  const isEmpty = keyword !== '' && !isFetching && !error && groups.length === 0
  const count = groups.reduce((sum, { options }) => sum + options.length, 0)
  return (
    <search className="relative min-w-0 grow lg:max-w-xl" onBlur={dismiss}>
      <Icon name="search" className="pointer-events-none absolute top-3 left-3.5 size-5 text-muted" />
      <input
        {...field}
        ref={input}
        type="text"
        aria-label={FIND.label}
        aria-keyshortcuts="/ Control+K"
        placeholder={FIND.placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={100}
        value={text}
        onFocus={reset}
        onChange={({ target }) => {
          setText(target.value)
          reset()
        }}
        className="h-11 w-full rounded-full border border-edge bg-card pr-4 pl-11 text-ellipsis placeholder:text-muted"
      />
      {isOpen && <OptionList {...list} hasHeadings label={FIND.results} className={`${BELOW} grid gap-3`} />}
      {isEmpty && text && <p className={`${BELOW} px-4 py-6 text-center text-muted`}>{FIND.nothing(keyword)}</p>}
      {error && <p className={`${BELOW} px-4 py-6 text-center text-bad`}>{FIND.failed}</p>}
      <p role="status" className="sr-only">
        {isOpen ? FIND.announcement(count) : isEmpty && FIND.nothing(keyword)}
      </p>
    </search>
  )
}

const BELOW =
  'absolute top-full right-0 z-30 mt-2 max-h-[70dvh] w-full overflow-y-auto rounded-lg border border-line bg-card p-3 shadow-lg max-sm:fixed max-sm:inset-x-2 max-sm:top-16 max-sm:w-auto'

/** Focuses the field at `/`, unless the user is typing, and at Ctrl+K or Cmd+K. */
function useShortcut(input: { readonly current: HTMLInputElement | null }) {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)
      if ((!isCommand && !isSlash) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [input])
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

function groupsOf(found: Found | undefined, screens: ReturnType<typeof foundScreens>): ComboboxGroup[] {
  const {
    orders = [],
    products = [],
    collections = [],
    customers = [],
    requests = [],
    coupons = [],
    pages = [],
  } = found ?? {}
  const groups = [
    { label: FIND.orders, options: orders.map(orderOption) },
    {
      label: FIND.products,
      options: products.map(({ _id, name, sku, qty, image }) => ({
        href: `/admin/products/${_id}/edit`,
        content: (
          <Result
            name={name}
            hint={FIND.stock(sku, qty)}
            picture={<Photo image={image ?? PLACEHOLDER_PHOTO} alt="" sizes="2.5rem" className="size-10 rounded-sm" />}
          />
        ),
      })),
    },
    {
      label: FIND.collections,
      options: collections.map(({ _id, name }) => ({
        href: `/admin/collections/${_id}/edit`,
        content: <Result name={name} />,
      })),
    },
    {
      label: FIND.customers,
      options: customers.map(({ _id, name, email }) => ({
        href: `/admin/user/${_id}/edit`,
        content: <Result name={name} hint={email} />,
      })),
    },
    {
      label: FIND.requests,
      options: requests.map(({ product, email, show }) => ({
        href: `/admin/requests?${new URLSearchParams({ show, keyword: email })}`,
        content: <Result name={product} hint={email} />,
      })),
    },
    {
      label: FIND.coupons,
      options: coupons.map(({ _id, code }) => ({
        href: `/admin/coupon/${_id}/edit`,
        content: <Result name={code} />,
      })),
    },
    {
      label: FIND.pages,
      options: pages.map(({ slug, title }) => ({
        href: `/admin/pages/${slug}/edit`,
        content: <Result name={title} />,
      })),
    },
    {
      label: FIND.settings,
      options: screens.map(({ to, label }) => ({ href: to, content: <Result name={label} /> })),
    },
  ]
  return groups.filter(({ options }) => options.length > 0)
}

const orderOption = ({
  _id,
  number,
  name,
  isGuest,
  city,
  totalPrice,
  isPaid,
  isDelivered,
}: Found['orders'][number]) => ({
  href: `/order/${_id}`,
  content: (
    <Result
      name={`${number}, ${name}`}
      hint={[
        ...(isGuest ? [ORDER_COLUMNS.guest] : []),
        ...(city ? [city] : []),
        formatDollars(totalPrice),
        isPaid ? (isDelivered ? TEXT.shipped : TEXT.notShipped) : TEXT.notPaid,
      ].join(', ')}
    />
  ),
})

const Result = ({ name, hint, picture }: { name: string; hint?: string; picture?: ReactNode }) => (
  <>
    {picture}
    <span className="min-w-0 grow">
      <span className="block font-medium wrap-anywhere">{name}</span>
      {hint && <span className="block text-sm text-muted wrap-anywhere">{hint}</span>}
    </span>
  </>
)
