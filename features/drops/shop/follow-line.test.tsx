// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { controlTime, openScreen } from '#app/testing/screens.tsx'
import { expectCalls } from '#web/testing/calls.ts'
import type { Drop, Line } from '../contract.ts'
import { DropOverview } from './DropOverview.tsx'
import { followLine } from './follow-line.ts'
import { LINE_PANEL } from './panel-id.ts'
import { DROP, LINE } from './texts.ts'

const ID = '0198a0f2-7c1e-7000-8000-0000000000d1'
const TICKET = `${ID}.7.${'A'.repeat(43)}`
/** The tickets of a browser that waited for another drop. */
const earlier = { ticket: TICKET.replace(ID, '0198a0f2-7c1e-7000-8000-0000000000d0'), number: 7 }
const EARLIER = { 'winter-cups': earlier, [earlier.ticket.slice(0, 36)]: earlier }
const ASK = 'GET /api/drops/winter-cups/line'
const JOIN = 'POST /api/drops/winter-cups/tickets'
const CHALLENGE = 'GET /api/users/robot-check/challenge'

const startsAt = () => new Date(Date.now() + 30 * 60_000).toISOString()
const drop = (): Drop => ({
  ...{
    _id: ID,
    name: 'Winter cups',
    slug: 'winter-cups',
    text: '',
    state: 'planned',
    startsAt: startsAt(),
    minutes: 10,
  },
  ...{ secretHash: 'a'.repeat(64), secret: null, drawn: null, products: [] },
})
const line = (): Line => ({
  ...{ state: 'planned', startsAt: startsAt(), minutes: 10, tickets: 9, drawn: null, secret: null },
  ...{ admitted: 0, left: 3, paying: 0, choosing: 0, pollSeconds: 3, spreadSeconds: 2 },
})

/** The page of a drop whose line is open, in a browser that has stored this. */
function openPage(storedText?: string) {
  localStorage.clear()
  if (storedText !== undefined) localStorage.setItem('dropTickets', storedText)
  const time = controlTime()
  const calls = expectCalls()
  calls.always(ASK, { body: line() })
  openScreen(<DropOverview drop={drop()} />, { path: '/drops/winter-cups' })
  const panel = document.getElementById(LINE_PANEL)
  if (panel) followLine(panel)
  const join = async () => (await screen.findByRole('button', { name: DROP.join })).click()
  return { ...time, calls, join }
}

/** The page says it, and still does when it has asked for the line again. */
async function stays(text: string, { pass, calls }: ReturnType<typeof openPage>) {
  await screen.findByText(text)
  const requestCount = calls.sent(ASK).length
  await vi.waitUntil(async () => {
    await pass(60_000)
    return calls.sent(ASK).length > requestCount
  })
  screen.getByText(text)
}

test('the countdown of the last hour shows minutes and seconds', async () => {
  openPage()
  await screen.findByRole('button', { name: DROP.join })
  const units = [...screen.getByRole('timer').children] as HTMLElement[]
  expect(units.filter(({ hidden }) => !hidden).map(({ dataset }) => dataset.part)).toEqual(['minutes', 'seconds'])
})

test('who joins has a place that the browser keeps', async () => {
  const page = openPage()
  page.calls.once(JOIN, { status: 201, body: { ticket: TICKET, number: 7 } })
  await page.join()
  await stays(LINE.waiting.title, page)
})

test('who could not join for want of a connection reads that there is no place yet', async () => {
  const page = openPage()
  page.calls.once(JOIN, 'lost')
  await page.join()
  await stays(DROP.notJoined, page)
})

test('why nobody can join stays on the page', async () => {
  const page = openPage()
  page.calls.once(JOIN, { status: 429, body: { code: 'rate_limited', message: 'Too many places in line.' } })
  await page.join()
  await stays('Too many places in line.', page)
})

test('a visitor whom the shop gives no robot check to solve reads what to do', async () => {
  const page = openPage()
  page.calls.once(JOIN, { status: 403, body: { code: 'robot_check_required', message: 'Please complete the check.' } })
  page.calls.once(CHALLENGE, { status: 404, body: { code: 'not_found', message: 'There is none.' } })
  await page.join()
  await stays(DROP.unchecked, page)
})

test('a browser that stores nothing cannot keep a place, and its visitor reads that', async () => {
  const page = openPage()
  page.calls.once(JOIN, { status: 201, body: { ticket: TICKET, number: 7 } })
  const refuse = () => {
    throw new DOMException('Denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  onTestFinished(() => void vi.unstubAllGlobals())
  await page.join()
  await stays(DROP.notStored, page)
})

test.for([
  ['is moved', { body: { ...line(), startsAt: new Date(Date.now() + 90 * 60_000).toISOString() } }],
  ['is canceled', { body: { ...line(), state: 'canceled' } }],
  ['is deleted', { status: 404, body: { code: 'not_found', message: 'This drop was not found.' } }],
] as const)('when the drop %s while people wait, their page loads anew', async ([, answer]) => {
  const page = openPage()
  await screen.findByRole('button', { name: DROP.join })
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  onTestFinished(() => reload.mockRestore())
  await page.pass(60_000)
  expect(reload).not.toHaveBeenCalled()
  page.calls.always(ASK, answer)
  await vi.waitUntil(async () => {
    await page.pass(60_000)
    return reload.mock.calls.length > 0
  })
})

test('who joined without scripts goes on at the same place with them', async () => {
  openPage()
  const panel = document.createElement('div')
  Object.assign(panel.dataset, { drop: ID, slug: 'winter-cups', ticket: TICKET, number: '7' })
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => {})
  onTestFinished(() => replace.mockRestore())
  followLine(panel)
  expect(JSON.parse(localStorage.getItem('dropTickets') ?? '')).toEqual({ [ID]: { ticket: TICKET, number: 7 } })
  expect(replace).toHaveBeenCalledWith('/drops/winter-cups')
  panel.dataset.ticket = TICKET.replace('.7.', '.9.')
  followLine(panel)
  expect(JSON.parse(localStorage.getItem('dropTickets') ?? '')).toMatchObject({ [ID]: { number: 7 } })
})

test.for([
  ['no JSON', '{"winter-cups":'],
  ['null', 'null'],
  ['a list', `[${JSON.stringify({ ticket: TICKET, number: 7 })}]`],
  ['no ticket', JSON.stringify({ [ID]: null })],
  ['a ticket of an earlier drop at the same address, since deleted', JSON.stringify(EARLIER)],
  ['a ticket of another form', JSON.stringify({ [ID]: { ticket: '7', number: 7 } })],
  ['a ticket without its number', JSON.stringify({ [ID]: { ticket: TICKET } })],
])('what the browser has stored counts as no ticket when it is %s', async ([, storedText]) => {
  openPage(storedText)
  await screen.findByRole('button', { name: DROP.join })
})
