import { parseFilters } from '#contract/filters.ts'
import { FILTER_FORM, LIST_LINKS, NEXT_PIECES, PIECES } from './list-ids.ts'

/** Brings the present list into the middle of the row of links of a phone. */
export function showPresentList() {
  const row = document.getElementById(LIST_LINKS)
  const link = row?.querySelector<HTMLElement>('[aria-current]')?.parentElement
  if (row && link) row.scrollTo({ left: link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2 })
}

/**
 * Applies the filters of a list at every change, by replacing the content of the page: the scroll position and the focus
 * stay. Without this script the browser sends the form.
 */
export function followFilters() {
  searchShown = present()
  document.addEventListener('change', ({ target }) => {
    const { form, name, type } = target as HTMLInputElement
    if (form?.id === FILTER_FORM && name) void showFiltered(form, TYPED.includes(type))
    typedAddress = undefined
  })
  // A typed price counts before its field is left.
  let typing: number | undefined
  document.addEventListener('input', ({ target }) => {
    const { form, type } = target as HTMLInputElement
    if (form?.id !== FILTER_FORM || !TYPED.includes(type)) return
    clearTimeout(typing)
    typing = window.setTimeout(() => void showFiltered(form, true), TYPING_MS)
  })
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    if (form.id !== FILTER_FORM) return
    event.preventDefault()
    document.getElementById(event.submitter?.dataset.closes ?? '')?.hidePopover()
    void showFiltered(form)
  })
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-swaps], a[data-adds]')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return
    event.preventDefault()
    void ('adds' in link.dataset ? addPieces(link.href) : show(link.href))
  })
  window.addEventListener('popstate', () => {
    // A popstate of the same address only moves to another place on the page.
    if (present() !== searchShown) void replaceContent(present()).then(restoreEarlierPieces)
  })
  window.addEventListener('pagehide', () => {
    const state = listState()
    if (state.earlierPages) history.replaceState({ ...state, top: window.scrollY }, '')
  })
  removeButtons(document)
  applyEarlyChoice()
  void restoreEarlierPieces()
}

const TYPED = ['text', 'number']
/** The address that a price has while it is typed. */
let typedAddress: string | undefined
const TYPING_MS = 300

/** Removes the buttons that submit the form without this script. */
function removeButtons(page: ParentNode) {
  for (const button of page.querySelectorAll('.without-scripts')) button.remove()
}

/** Applies what the visitor chose before this script loaded. After a reload the browser itself restores old choices. */
function applyEarlyChoice() {
  const form = document.getElementById(FILTER_FORM)
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (form instanceof HTMLFormElement && visit?.type === 'navigate' && [...form.elements].some(isChanged))
    void showFiltered(form)
}

/** Whether a field has another value than the page came with. */
function isChanged(field: Element) {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected)
  if (!(field instanceof HTMLInputElement)) return false
  return field.checked !== field.defaultChecked || field.value !== field.defaultValue
}

const present = () => window.location.pathname + window.location.search

/** The address whose content the page shows or loads. */
let searchShown = ''

/** Shows the list with the values of the form. An empty or invalid value removes its filter. */
function showFiltered(form: HTMLFormElement, isTyped = false) {
  const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
  const query = new URLSearchParams(parseFilters(new URLSearchParams(values))).toString()
  return show(`${form.getAttribute('action')}${query && `?${query}`}`, isTyped)
}

/** While a field `isTyped`, its pauses add one entry to the history. */
async function show(href: string, isTyped = false) {
  const { pathname, search } = new URL(href, window.location.href)
  if (pathname + search === present()) return
  if (isTyped && present() === typedAddress) history.replaceState(null, '', pathname + search)
  else history.pushState(null, '', pathname + search)
  typedAddress = isTyped ? present() : undefined
  await replaceContent(pathname + search)
}

let latest: AbortController | undefined

/** What the history has of a list with added pieces: the addresses of its pages before the last, and how far it is scrolled. */
type ListState = { earlierPages?: string[]; top?: number }

const listState = () => (history.state ?? {}) as ListState

/** Shows the pieces that *Show more* had added, when somebody comes back to the list. */
async function restoreEarlierPieces() {
  const { earlierPages = [], top = 0 } = listState()
  if (earlierPages.length === 0) return
  const address = present()
  const pages = await Promise.all(earlierPages.map((href) => pageAt(href)))
  if (present() !== address) return
  const pieces = pages.flatMap((page) => [...(page.getElementById(PIECES)?.children ?? [])])
  document.getElementById(PIECES)?.prepend(...pieces)
  window.scrollTo(0, top)
}

/** Adds the pieces of the next page to the list, whose address becomes that of this page. */
async function addPieces(href: string) {
  latest?.abort()
  latest = new AbortController()
  const { signal } = latest
  const rest = document.getElementById(NEXT_PIECES)
  rest?.setAttribute('aria-busy', 'true')
  try {
    const next = await pageAt(href, signal)
    const [pieces, nextRest] = [next.getElementById(PIECES), next.getElementById(NEXT_PIECES)]
    if (signal.aborted) return
    if (!pieces || !nextRest) throw new Error('Not a list of the shop.')
    const [first] = pieces.children
    document.getElementById(PIECES)?.append(...pieces.children)
    rest?.replaceWith(nextRest)
    const { pathname, search } = new URL(href)
    const state: ListState = { earlierPages: [...(listState().earlierPages ?? []), present()] }
    searchShown = pathname + search
    history.replaceState(state, '', searchShown)
    // The button that was pressed is gone: the keyboard goes on from the first piece that is new.
    first?.querySelector('a')?.focus({ preventScroll: true })
  } catch {
    if (!signal.aborted) window.location.assign(href)
  }
}

async function pageAt(href: string, signal: AbortSignal | null = null) {
  const response = await fetch(href, { signal })
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}

/** Replaces the content of the page by that of another address. A page that cannot be fetched is opened by the browser. */
async function replaceContent(href: string) {
  latest?.abort()
  latest = new AbortController()
  const { signal } = latest
  searchShown = href
  const app = document.getElementById('app')
  app?.setAttribute('aria-busy', 'true')
  try {
    const [next, { Idiomorph }] = await Promise.all([pageAt(href, signal), import('idiomorph')])
    if (signal.aborted) return
    const content = next.getElementById('main')
    if (!content) throw new Error('Not a page of the shop.')
    removeButtons(content)
    document.title = next.title
    replaceHeadTags(next.head)
    const main = document.getElementById('main')
    // What is being typed stays; a focused button gets its new words.
    const ignoreActiveValue = document.activeElement instanceof HTMLInputElement
    if (main) Idiomorph.morph(main, content, { ignoreActiveValue })
    app?.setAttribute('aria-busy', 'false')
    showPresentList()
  } catch {
    if (!signal.aborted) window.location.reload()
  }
}

/** The tags of the head that describe the address for search engines and link previews. */
const HEAD_TAGS = [
  'meta[name="description"]',
  'link[rel="canonical"]',
  'meta[name="robots"]',
  'meta[name="archive.org_bot"]',
  'meta[property]',
  'script[type="application/ld+json"]',
].join()

function replaceHeadTags(head: HTMLHeadElement) {
  for (const tag of document.head.querySelectorAll(HEAD_TAGS)) tag.remove()
  document.head.append(...head.querySelectorAll(HEAD_TAGS))
}
