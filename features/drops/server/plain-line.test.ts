import { eq, sql } from 'drizzle-orm'
import { Window } from 'happy-dom'
import { expect, test } from 'vitest'
import { orders } from '#server/shop/schema/orders.ts'
import { servePages } from '#server/site/pages.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { product } from '#server/testing/factories.ts'
import { drawPlaces, placeOf } from '../line.ts'
import { dropAdmissions, drops } from '../schema.ts'
import { drop } from '../testing/factories.ts'
import { runDrops } from './run-drops.ts'
import { DROPS } from './texts.ts'

type Fields = Record<string, string>

const BUYER = {
  ...{ name: 'Nell Hart', email: 'nell@shopper.example' },
  ...{ address: '12 Orchard Lane', city: 'Madison', state: 'WI', postalCode: '53703' },
}

/** A drop of one product, and what a browser without JavaScript does with it. */
async function openLine({ pieces = 1, ...fields }: { pieces?: number } & Parameters<typeof testCheckout>[0] = {}) {
  const shop = await testCheckout(fields)
  const { app, db } = shop
  const pages = await servePages(app, { ...shop.shop, fresh: () => true, owns: [] })
  const cup = await product(db, { name: 'Moon Cup', slug: 'moon-cup', qty: pieces })
  const { id, slug } = await drop(db, {}, [cup])
  const readPage = async (url: string) => {
    // Tests have no listener for notices.
    pages.clear()
    const { statusCode, headers, body } = await app.inject(url)
    const { document } = new Window()
    document.write(body)
    const hrefs = [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href') ?? '')
    return { statusCode, headers, hrefs, document, text: document.querySelector('main')?.textContent ?? '' }
  }
  const send = (url: string, fields: Fields = {}, headers: object = {}) =>
    app.inject({
      method: 'POST',
      url,
      payload: String(new URLSearchParams(fields)),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  const joinByForm = () => send(`/drops/${slug}/line`)
  const step = () => runDrops(db)
  return {
    ...shop,
    ...{ id, slug, cup, read: readPage, send, joinByForm, step },
    /** The address of a new place. */
    join: async () => String((await joinByForm()).headers.location),
    async start() {
      await db.update(drops).set({ startsAt: sql`now()` }).where(eq(drops.id, id))
      await step()
    },
    passMinutes: (minutes: number) =>
      db.update(dropAdmissions).set({ endsAt: sql`${dropAdmissions.endsAt} - ${`${minutes} minutes`}::interval` }),
    /** These addresses in the order of their places. */
    async inOrder(addresses: string[]) {
      const [row] = await db.select().from(drops).where(eq(drops.id, id))
      const places = drawPlaces(row?.drawn ?? 0, row?.secret ?? '')
      const place = (address: string) => placeOf(Number(address.split('.')[1]), places)
      return addresses.toSorted((a, b) => place(a) - place(b))
    },
  }
}

/** The fields of the form of a page as a browser would send them. */
const fieldsOf = (document: Awaited<ReturnType<Awaited<ReturnType<typeof openLine>>['read']>>['document']) =>
  Object.fromEntries(
    [...document.querySelectorAll('form[method=post] input[type=hidden]')].map((field) => [
      field.getAttribute('name') ?? '',
      field.getAttribute('value') ?? '',
    ]),
  )

test('a shopper without JavaScript joins the line, waits, and orders at their turn', async () => {
  const { db, slug, read, send, joinByForm, start } = await openLine()
  const response = await joinByForm()
  expect(response.statusCode).toBe(303)
  const address = String(response.headers.location)
  expect(address).toMatch(new RegExp(`^/drops/${slug}/line/`))
  const waiting = await read(address)
  expect(waiting.text).toContain('You’re in line')
  expect(waiting.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  expect(Number(waiting.headers.refresh)).toBeGreaterThanOrEqual(5)

  await start()
  const turn = await read(address)
  expect(turn.text).toContain('It is your turn')
  const form = turn.hrefs.find((href) => href.startsWith('/checkout/moon-cup?ticket=')) ?? ''
  const checkoutPage = await read(form)
  const again = await send('/checkout/moon-cup', { ...fieldsOf(checkoutPage.document), ...BUYER })
  expect(again.statusCode).toBe(303)
  const [order] = await db.select().from(orders)
  expect(await db.select().from(dropAdmissions)).toMatchObject([{ place: 1, orderId: order?.id }])
  expect((await read(address)).text).toContain('You have ordered')
  const other = await read(form)
  const second = await send('/checkout/moon-cup', { ...fieldsOf(other.document), ...BUYER })
  expect([second.statusCode, await db.$count(orders)]).toEqual([409, 1])
})

test('the form joins at the same line as the scripts, and its places wait as theirs do', async () => {
  const { read, post, slug, join, start, inOrder, passMinutes, step } = await openLine()
  const ticketByScript = (await post(`/api/drops/${slug}/tickets`, {})).json().ticket as string
  const [first = '', second = '', third = ''] = [`/drops/${slug}/line/${ticketByScript}`, await join(), await join()]
  await start()
  const [next = '', later = '', last = ''] = await inOrder([first, second, third])
  expect((await read(later)).text).toContain('You are next in line')
  expect((await read(last)).text).toContain('You are number 3')
  await passMinutes(3)
  await step()
  const missedPage = await read(next)
  expect(missedPage.text).toContain('Your turn is over')
  expect(missedPage.document.querySelector('main form')?.getAttribute('action')).toBe(`/drops/${slug}/line`)
  expect((await read(later)).text).toContain('It is your turn')
})

test('places of the form and of the scripts count together for the robot check, which needs JavaScript', async () => {
  const { joinByForm, post, slug } = await openLine({ rateLimits: true, robotCheck: { provider: 'altcha' } })
  const byScript = () => post(`/api/drops/${slug}/tickets`, {})
  for (const join of [joinByForm, byScript, joinByForm, byScript, joinByForm])
    expect([201, 303]).toContain((await join()).statusCode)
  const refusal = await joinByForm()
  expect(refusal.statusCode).toBe(403)
  expect(refusal.body).toContain(DROPS.robotCheck)
  expect((await byScript()).json().code).toBe('robot_check_required')
})

test('nobody has a place by an address that the shop has not given', async () => {
  const { db, slug, read, join, send, start, app } = await openLine()
  const address = await join()
  const other = await drop(db)
  const [, , , , ticket = ''] = address.split('/')
  const [dropId, number, signature = ''] = ticket.split('.')
  for (const forgedTicket of [
    `${dropId}.${Number(number) + 1}.${signature}`,
    `${dropId}.${number}.${'A'.repeat(43)}`,
    `${other.id}.${number}.${signature}`,
    'none',
  ])
    expect([forgedTicket, (await read(`/drops/${slug}/line/${forgedTicket}`)).statusCode]).toEqual([forgedTicket, 404])
  expect((await read(`/drops/${other.slug}/line/${ticket}`)).statusCode).toBe(404)
  expect((await read(`/drops/no-such-drop/line/${ticket}`)).statusCode).toBe(404)
  expect((await send('/drops/no-such-drop/line')).statusCode).toBe(404)
  const stranger = await send(`/drops/${slug}/line`, {}, { 'sec-fetch-site': 'cross-site' })
  expect(stranger.statusCode).toBe(403)
  await start()
  // A preview of the address takes no admission up, and gets no page.
  expect((await app.inject({ method: 'HEAD', url: address })).statusCode).toBe(404)
  expect(await db.select().from(dropAdmissions)).toMatchObject([{ takenUpAt: null }])
})

test('the form says when the line is not open, and the page of a drop that ended or is deleted waits no more', async () => {
  const { db, id, slug, read, join, joinByForm } = await openLine()
  const address = await join()
  await db.update(drops).set({ startsAt: sql`now() + interval '3 hours'` })
  const early = await joinByForm()
  expect([early.statusCode, early.body.includes(DROPS.notOpen)]).toEqual([409, true])
  expect((await read(address)).headers.refresh).toBeDefined()
  await db.update(drops).set({ state: 'canceled' })
  const canceledPage = await read(address)
  expect([canceledPage.text.includes('This drop was canceled'), canceledPage.headers.refresh]).toEqual([
    true,
    undefined,
  ])
  await db.delete(drops).where(eq(drops.id, id))
  expect((await read(address)).statusCode).toBe(404)
  expect((await read(`/drops/${slug}`)).statusCode).toBe(404)
})
