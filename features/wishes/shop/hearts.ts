// Makes the hearts of a page work, also of cards that come later: all presses are heard at the document.
import { MOST_WISHES } from '../limits.ts'
import { HEART } from './texts.ts'
import { pageWishList } from './wish-list.ts'

const HEARTS = 'button[data-wish]'
const NOTICE_MS = 6_000

/** Fills the hearts of what is wished for, follows the wish list and changes it with each press. */
export function startHearts() {
  const wishes = pageWishList()
  const announce = openNotice()
  const draw = () => {
    const ids = new Set(wishes.ids())
    for (const heart of document.querySelectorAll<HTMLElement>(HEARTS)) {
      heart.setAttribute('aria-pressed', String(ids.has(heart.dataset.wish ?? '')))
    }
  }
  document.addEventListener('click', ({ target }) => {
    const heart = target instanceof Element ? target.closest<HTMLElement>(HEARTS) : null
    if (!heart) return
    const isFull = wishes.ids().length === MOST_WISHES
    const { isWished, isStored } = wishes.toggle(heart.dataset.wish ?? '')
    if (!isStored) announce(HEART.notStored, false)
    else if (isWished && isFull) announce(HEART.full(MOST_WISHES), true)
    else announce(isWished ? HEART.added : HEART.removed, true)
  })
  wishes.subscribe(draw)
  new MutationObserver(draw).observe(document.getElementById('main') ?? document.body, {
    childList: true,
    subtree: true,
  })
  draw()
  void wishes.start()
}

const BAR = 'pointer-events-none fixed inset-x-0 top-20 z-20 mx-auto w-fit max-w-[calc(100%-2.5rem)] print:hidden'
const WORDS = 'pointer-events-auto animate-rise rounded-full bg-ink px-5 text-sm leading-11 text-card shadow-lg'
const LINK =
  'inline-block min-h-11 font-semibold text-card underline decoration-card/60 hover:text-card hover:decoration-card'

/** What a press did, for eyes and screen readers, for some seconds. The sentence may end in a link to the list. */
function openNotice() {
  const bar = document.body.appendChild(document.createElement('div'))
  bar.className = BAR
  bar.setAttribute('role', 'status')
  let timer: number | undefined
  return (sentence: string, hasLink: boolean) => {
    const words = document.createElement('p')
    words.className = WORDS
    words.append(sentence)
    if (hasLink) words.append(linkToList(), '.')
    bar.replaceChildren(words)
    window.clearTimeout(timer)
    timer = window.setTimeout(() => bar.replaceChildren(), NOTICE_MS)
  }
}

function linkToList() {
  const link = document.createElement('a')
  link.href = '/wishes'
  link.className = LINK
  link.textContent = HEART.list
  return link
}
