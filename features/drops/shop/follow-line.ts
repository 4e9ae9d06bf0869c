// Follows the line of a drop on its page: asks for what is the same for everybody, and works out the own place.

import type { RobotChallenge } from '#contract/robot-check.ts'
import type { GivenTicket, Line } from '../contract.ts'
import { drawPlaces, placeOf } from '../line.ts'
import { storeTicket, ticketFor } from './drop-tickets.ts'
import { type View, type Visitor, viewOf } from './line-view.ts'
import { jitter, secondsUntilNext } from './poll-times.ts'
import { serverNow, setServerClock } from './server-clock.ts'
import { DROP } from './texts.ts'
import { post, turnNow } from './turn-now.ts'

const RETRY_SECONDS = 10

/** Starts to follow the line of a page's panel. */
export function followLine(panel: HTMLElement) {
  const { drop: id = '', slug = '', ticket: plain, number } = panel.dataset
  // Who joined without scripts goes on with them, unless this browser has a place of its own.
  if (plain) {
    if (ticketFor(id) || storeTicket(id, { ticket: plain, number: Number(number) }))
      window.location.replace(`/drops/${slug}`)
    return
  }
  panel.querySelector('.without-scripts')?.remove()
  const show = openPanel(panel)
  let line: Line | undefined
  let visitor: Visitor = {}
  let placeDraw: { key: string; places: Uint32Array } | undefined
  let asking: number | undefined
  /** Why the last press on the button gave no place. */
  let refusal = ''

  const update = () => {
    if (line) show(viewOf(line, visitor, serverNow()), serverNow(), line.state === 'planned')
  }
  const askIn = (seconds: number) => {
    window.clearTimeout(asking)
    asking = window.setTimeout(ask, seconds * 1_000)
  }
  const ask = async () => {
    try {
      const response = await fetch(`/api/drops/${slug}/line`)
      // The drop was deleted.
      if (response.status === 404) return window.location.reload()
      if (!response.ok) throw new Error(`Status ${response.status}`)
      setServerClock(response.headers)
      const before = line
      line = (await response.json()) as Line
      if (before && isOtherPage(before, line)) return window.location.reload()
      await stand(line)
      show.problem(refusal)
      update()
      askIn(secondsUntilNext(line, visitor.place, serverNow()))
    } catch {
      show.problem(DROP.offline)
      askIn(RETRY_SECONDS * jitter())
    }
  }
  /** Works out the own place, and takes the turn when it has come. */
  const stand = async ({ secret, drawn: count, admitted, state }: Line) => {
    const ticket = ticketFor(id)
    if (ticket?.number !== visitor.number) {
      visitor = { number: ticket?.number }
      refusal = ''
    }
    if (!ticket || state !== 'line' || !secret) return
    const key = `${count} ${secret}`
    if (placeDraw?.key !== key) placeDraw = { key, places: drawPlaces(count ?? 0, secret) }
    visitor.place = placeOf(ticket.number, placeDraw.places)
    if (visitor.place <= admitted && visitor.turn !== 'over')
      visitor.turn = await turnNow({ dropId: id, slug, ticket: ticket.ticket }, visitor.turn)
    // A page from before the start has no links to the pieces. Only those whose turn it is load it again.
    if (visitor.turn && visitor.turn !== 'over' && panel.dataset.state === 'planned') window.location.reload()
  }
  const join = async () => {
    show.busy(true)
    const { given, problem = '' } = await newTicket(slug)
    const isStored = given !== undefined && storeTicket(id, given)
    if (isStored) visitor = { number: given.number }
    refusal = given && !isStored ? DROP.notStored : problem
    show.busy(false)
    await ask()
  }
  panel.querySelector('[data-join]')?.addEventListener('click', () => void join())
  // Another tab has joined, or the page is shown again by the Back button.
  window.addEventListener('storage', () => void ask())
  window.addEventListener('pageshow', (event) => event.persisted && void ask())
  window.setInterval(update, 1_000)
  void ask()
}

/** Whether the page of the drop says something else by now: it has ended, or starts at another time. */
const isOtherPage = (before: Line, { state, startsAt }: Line) =>
  (before.state !== state && state !== 'line') || before.startsAt !== startsAt

type JoinResult = { given?: GivenTicket; problem?: string }

/** Asks for a ticket, and solves the robot check when the shop wants it. */
async function newTicket(slug: string): Promise<JoinResult> {
  try {
    const result = await requestTicket(slug, {})
    if (result.code !== 'robot_check_required') return result
    const robotCheck = await solvedCheck()
    return robotCheck ? await requestTicket(slug, { robotCheck }) : { problem: DROP.unchecked }
  } catch {
    return { problem: DROP.notJoined }
  }
}

async function requestTicket(slug: string, body: object): Promise<JoinResult & { code?: string }> {
  const response = await post(`/api/drops/${slug}/tickets`, body)
  const answer = await response.json()
  return response.ok ? { given: answer as GivenTicket } : { problem: answer.message, code: answer.code }
}

/** The solution of the shop's own robot check; undefined where it gives no challenge, as to a network with too many. */
async function solvedCheck() {
  const [response, { solveChallenge }] = await Promise.all([
    fetch('/api/users/robot-check/challenge'),
    import('#web/shop/accounts/altcha.ts'),
  ])
  if (!response.ok) return undefined
  return solveChallenge((await response.json()) as RobotChallenge, new AbortController().signal)
}

const UNITS = { days: 86_400, hours: 3_600, minutes: 60, seconds: 1 }

/** Writes what has changed into the panel, so that screen readers announce only news. */
function openPanel(panel: HTMLElement) {
  const part = (name: string) => panel.querySelector<HTMLElement>(`[data-${name}]`)
  const write = (element: HTMLElement | null, text: string) => {
    if (element && element.textContent !== text) element.textContent = text
  }
  const [timer, title, words, join, link] = ['timer', 'title', 'words', 'join', 'link'].map(part)
  const show = (view: View, now: number, isPlanned: boolean) => {
    write(title ?? null, view.title)
    write(words ?? null, view.words)
    if (join) join.hidden = !view.join
    if (join?.ariaBusy !== 'true') write(join ?? null, view.join ?? '')
    if (link) link.hidden = !view.link
    write(link ?? null, view.link?.label ?? '')
    if (view.link) link?.setAttribute('href', view.link.to)
    if (timer) timer.hidden = !view.until
    timer?.setAttribute('aria-label', isPlanned ? DROP.timer : DROP.turnTimer)
    const secondsLeft = Math.max(0, Math.ceil((Date.parse(view.until ?? '') - now) / 1_000)) || 0
    let seconds = secondsLeft
    for (const [unit, length] of Object.entries(UNITS)) {
      const unitElement = panel.querySelector<HTMLElement>(`[data-part=${unit}]`)
      const count = Math.floor(seconds / length)
      seconds -= count * length
      write(unitElement?.querySelector<HTMLElement>('[data-digits]') ?? null, String(count))
      if (unitElement) unitElement.hidden = length > UNITS.minutes && secondsLeft < length
    }
  }
  show.problem = (text: string) => write(part('problem'), text)
  show.busy = (isBusy: boolean) => {
    if (!join) return
    join.ariaBusy = String(isBusy)
    if (isBusy) join.textContent = DROP.joining
  }
  return show
}
