// Shows the clock of this browser's turn on a page, and asks the server what has become of it.
import { ownTurns } from './drop-tickets.ts'
import { serverNow } from './server-clock.ts'
import { turnNow } from './turn-now.ts'
import { isTold, turnView } from './turn-view.ts'

/** The server is asked about an order, a payment or the end of the drop that happened elsewhere. */
const ASK_MS = 60_000
/** Another tab writes several things at once. */
const TOGETHER_MS = 300

/** Follows the turn in a clock's element until the function returned is called. */
export function followTurn(clock: HTMLElement) {
  const { drop, order } = clock.dataset
  const turns = () => ownTurns().filter(({ dropId }) => !drop || dropId === drop)
  const show = openClock(clock)
  let timer: number | undefined
  let isStopped = false
  const update = () => show(turnView(turns(), serverNow(), order))
  const ask = async () => {
    window.clearTimeout(timer)
    // Without an answer the clock goes on by what it knows.
    const toldTurns = turns().filter((turn) => isTold(turn, serverNow()))
    await Promise.allSettled(toldTurns.map((turn) => turnNow(turn, undefined)))
    if (isStopped) return
    update()
    askIn(ASK_MS)
  }
  const askIn = (ms: number) => {
    window.clearTimeout(timer)
    timer = window.setTimeout(ask, ms)
  }
  const askSoon = () => askIn(TOGETHER_MS)
  const askWhenShown = () => {
    if (!document.hidden) askSoon()
  }
  const ticking = window.setInterval(update, 1_000)
  window.addEventListener('storage', askSoon)
  document.addEventListener('visibilitychange', askWhenShown)
  update()
  void ask()
  return () => {
    isStopped = true
    window.clearInterval(ticking)
    window.clearTimeout(timer)
    window.removeEventListener('storage', askSoon)
    document.removeEventListener('visibilitychange', askWhenShown)
  }
}

/** Writes what has changed into the clock, so that screen readers announce only news. */
function openClock(clock: HTMLElement) {
  const part = (name: string) => clock.querySelector<HTMLElement>(`[data-${name}]`)
  const [bar, text, news, link, otherwise] = ['bar', 'text', 'news', 'link', 'otherwise'].map(part)
  const write = (element: HTMLElement | null | undefined, words: string) => {
    if (element && element.textContent !== words) element.textContent = words
  }
  return (view: ReturnType<typeof turnView>) => {
    if (bar) bar.hidden = !view
    if (otherwise) otherwise.hidden = view !== undefined
    write(text, view?.text ?? '')
    write(news, view?.news ?? '')
    if (link) link.hidden = !view?.link
    write(link, view?.link?.label ?? '')
    if (view?.link) link?.setAttribute('href', view.link.to)
  }
}
