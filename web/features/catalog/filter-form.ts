import { parseFilters } from '#contract/filters.ts'
import { FILTER_FORM, LIST_LINKS } from './list-ids.ts'

/** Brings the present list into sight in the row of links of a phone. */
export function showPresentList() {
  const row = document.getElementById(LIST_LINKS)
  const link = row?.querySelector<HTMLElement>('[aria-current]')?.parentElement
  if (row && link) row.scrollTo({ left: link.offsetLeft - row.clientWidth })
}

/**
 * Applies the filters of a list at every change, by replacing the content of the page: the scroll position and the focus
 * stay. Without this script the browser sends the form.
 */
export function followFilters() {
  shown = present()
  document.addEventListener('change', ({ target }) => {
    const { form, name } = target as HTMLInputElement
    if (form?.id === FILTER_FORM && name) void showFiltered(form)
  })
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    if (form.id !== FILTER_FORM) return
    event.preventDefault()
    document.getElementById(event.submitter?.dataset.closes ?? '')?.hidePopover()
    void showFiltered(form)
  })
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-swaps]')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return
    event.preventDefault()
    void show(link.href)
  })
  window.addEventListener('popstate', () => {
    // A popstate of the same address only moves to another place on the page.
    if (present() !== shown) void replaceContent(present())
  })
  removeButtons(document)
  applyEarlyChoice()
}

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
let shown = ''

/** Shows the list with the values of the form. An empty or invalid value removes its filter. */
function showFiltered(form: HTMLFormElement) {
  const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
  const query = new URLSearchParams(parseFilters(new URLSearchParams(values))).toString()
  return show(`${form.getAttribute('action')}${query && `?${query}`}`)
}

async function show(href: string) {
  const { pathname, search } = new URL(href, window.location.href)
  if (pathname + search === present()) return
  history.pushState(null, '', pathname + search)
  await replaceContent(pathname + search)
}

let latest: AbortController | undefined

/** Replaces the content of the page by that of another address. A page that cannot be fetched is opened by the browser. */
async function replaceContent(href: string) {
  latest?.abort()
  latest = new AbortController()
  const { signal } = latest
  shown = href
  const app = document.getElementById('app')
  app?.setAttribute('aria-busy', 'true')
  try {
    const [response, { Idiomorph }] = await Promise.all([fetch(href, { signal }), import('idiomorph')])
    const next = new DOMParser().parseFromString(await response.text(), 'text/html')
    if (signal.aborted) return
    const content = next.getElementById('main')
    if (!content) throw new Error('Not a page of the shop.')
    removeButtons(content)
    document.title = next.title
    replaceHeadTags(next.head)
    const main = document.getElementById('main')
    if (main) Idiomorph.morph(main, content, { ignoreActiveValue: true })
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
