// Follows the line of a drop on its page: asks for what is the same for everybody, and works out the own place.
import type { Admission, GivenTicket, Line } from '#contract/drops.ts'
import { drawPlaces, placeOf } from '#contract/line.ts'
import type { RobotChallenge } from '#contract/robot-check.ts'
import { DROP } from '../../texts/drops.ts'
import { storeTicket, ticketFor } from './drop-tickets.ts'
import { type Own, type View, viewOf } from './line-view.ts'
import { jitter, secondsUntilNext } from './poll-times.ts'

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
  const clock = openClock()
  let line: Line | undefined
  let own: Own = {}
  let drawn: { key: string; places: Uint32Array } | undefined
  let asking: number | undefined
  /** Why the last press on the button gave no place. */
  let refusal = ''

  const update = () => {
    if (line) show(viewOf(line, own, clock.now()), clock.now(), line.state === 'planned')
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
      clock.set(response.headers)
      const before = line
      line = (await response.json()) as Line
      if (before && isOtherPage(before, line)) return window.location.reload()
      await stand(line)
      show.problem(refusal)
      update()
      askIn(secondsUntilNext(line, own.place, clock.now()))
    } catch {
      show.problem(DROP.offline)
      askIn(RETRY_SECONDS * jitter())
    }
  }
  /** Works out the own place, and takes the turn when it has come. */
  const stand = async ({ secret, drawn: count, admitted, state }: Line) => {
    const ticket = ticketFor(id)
    if (ticket?.number !== own.number) {
      own = { number: ticket?.number }
      refusal = ''
    }
    if (!ticket || state !== 'line' || !secret) return
    const key = `${count} ${secret}`
    if (drawn?.key !== key) drawn = { key, places: drawPlaces(count ?? 0, secret) }
    own.place = placeOf(ticket.number, drawn.places)
    if (own.place <= admitted && own.turn !== 'over') own.turn = await turnOf(slug, ticket.ticket, own.turn)
    // A page from before the start has no links to the pieces. Only those whose turn it is load it again.
    if (own.turn && own.turn !== 'over' && panel.dataset.state === 'planned') window.location.reload()
  }
  const join = async () => {
    show.busy(true)
    const { given, problem = '' } = await newTicket(slug)
    const isStored = given !== undefined && storeTicket(id, given)
    if (isStored) own = { number: given.number }
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

/** The turn of a ticket whose place is admitted. */
async function turnOf(slug: string, ticket: string, known: Own['turn']): Promise<Own['turn']> {
  const response = await post(`/api/drops/${slug}/admission`, { ticket })
  if (response.ok) return (await response.json()) as Admission
  const { code } = (await response.json()) as { code?: string }
  return code === 'admission_ended' || code === 'drop_refused' ? 'over' : known
}

type Joined = { given?: GivenTicket; problem?: string }

/** Asks for a ticket, and solves the robot check when the shop wants it. */
async function newTicket(slug: string): Promise<Joined> {
  try {
    const asked = await joined(slug, {})
    if (asked.code !== 'robot_check_required') return asked
    const robotCheck = await solvedCheck()
    return robotCheck ? await joined(slug, { robotCheck }) : { problem: DROP.unchecked }
  } catch {
    return { problem: DROP.notJoined }
  }
}

async function joined(slug: string, body: object): Promise<Joined & { code?: string }> {
  const response = await post(`/api/drops/${slug}/tickets`, body)
  const answer = await response.json()
  return response.ok ? { given: answer as GivenTicket } : { problem: answer.message, code: answer.code }
}

/** The solution of the shop's own robot check; undefined where it gives no challenge, as to a network with too many. */
async function solvedCheck() {
  const [response, { solveChallenge }] = await Promise.all([
    fetch('/api/users/robot-check/challenge'),
    import('../accounts/altcha.ts'),
  ])
  if (!response.ok) return undefined
  return solveChallenge((await response.json()) as RobotChallenge, new AbortController().signal)
}

const post = (url: string, body: object) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/** The server's clock, which the visitor cannot change: each answer says when it was sent, and a CDN how old it is. */
function openClock() {
  let offset = 0
  const own = () => performance.timeOrigin + performance.now()
  return {
    now: () => own() + offset,
    set(headers: Headers) {
      const sent = Date.parse(headers.get('date') ?? '')
      const age = Number(headers.get('age') ?? 0) * 1_000
      // The header has whole seconds: half of one is the mean error.
      if (Number.isFinite(sent)) offset = sent + age + 500 - own()
    },
  }
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
    const left = Math.max(0, Math.ceil((Date.parse(view.until ?? '') - now) / 1_000)) || 0
    let seconds = left
    for (const [unit, length] of Object.entries(UNITS)) {
      const shown = panel.querySelector<HTMLElement>(`[data-part=${unit}]`)
      const count = Math.floor(seconds / length)
      seconds -= count * length
      write(shown?.querySelector<HTMLElement>('[data-digits]') ?? null, String(count))
      if (shown) shown.hidden = length > UNITS.minutes && left < length
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
