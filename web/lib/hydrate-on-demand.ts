// The islands of a catalog page are plain HTML until the visitor needs them: most pages are read and left.

const ISLAND = '[data-island]'
/** Islands that do more for a press than their HTML. The header's links, dialogs and search form work by themselves. */
export const MAIN_ISLAND = `main ${ISLAND}`
/** What a visitor does who is about to use an island. */
const INTENTS = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'click']
/** How long a press waits for the code of the islands, before the browser does what it does without scripts. */
const MOST_LOADING_MS = 3_000

/** Hydrates the islands. Calls `onLoaded` when their code is there; the promise resolves when they are hydrated. */
type Hydrate = (onLoaded: () => void) => Promise<unknown>

/**
 * Calls `hydrate` once: when the visitor points at an island, focuses or presses it, when a page with an island in its
 * content is scrolled, hidden or shown, or when the browser remembers a visitor, whom the header shows. A press that
 * comes before the islands are hydrated is repeated after that. Returns a function that hydrates at once.
 */
export function hydrateOnDemand(hydrate: Hydrate) {
  const listening = new AbortController()
  const { signal } = listening
  const now = () => {
    if (signal.aborted) return
    listening.abort()
    const timer = setTimeout(release, MOST_LOADING_MS)
    void hydrate(() => clearTimeout(timer)).then(release, release)
  }
  const soon = () => whenIdle(now)
  const forVisitor = () => hasVisitor() && soon()
  for (const type of INTENTS)
    document.addEventListener(type, ({ target }) => closest(target, ISLAND) && now(), { signal, capture: true })
  const release = holdPresses()
  for (const type of ['storage', 'pageshow']) window.addEventListener(type, forVisitor, { signal })
  forVisitor()
  if (document.querySelector(MAIN_ISLAND)) {
    window.addEventListener('scroll', soon, { signal })
    document.addEventListener('visibilitychange', now, { signal })
    if (document.hidden || window.scrollY > 0) soon()
  }
  if (closest(document.activeElement, ISLAND)) now()
  return now
}

const closest = (target: EventTarget | null, selector: string) =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null

/** Keeps presses of islands from the browser. Returns a function that stops it and repeats the last press. */
function holdPresses() {
  let heldElement: HTMLElement | null = null
  const hold = (event: MouseEvent) => {
    const control = closest(event.target, `${MAIN_ISLAND} :is(a, button)`)
    if (!control || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    event.stopImmediatePropagation()
    heldElement = control
    setBusy(true)
  }
  document.addEventListener('click', hold, true)
  return () => {
    document.removeEventListener('click', hold, true)
    if (!heldElement) return
    setBusy(false)
    heldElement.click()
    heldElement = null
  }
}

const setBusy = (isBusy: boolean) => document.getElementById('app')?.setAttribute('aria-busy', String(isBusy))

/** Whether the browser's storage has a user or a cart. It may be off. */
function hasVisitor() {
  try {
    return Boolean(localStorage.getItem('userInfo')) || (localStorage.getItem('cartItems') ?? '[]') !== '[]'
  } catch {
    return false
  }
}

const whenIdle = (act: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(act, { timeout: 1_000 }) : setTimeout(act, 200)
