import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outbox } from '#server/platform/outbox/schema.ts'
import { removeUnusedPhotos } from '#server/shop/photos/cleanup.ts'
import { images } from '#server/shop/schema/catalog.ts'
import { users } from '#server/shop/schema/users.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { servePages } from '#server/site/pages.ts'
import { ADDRESS } from '#server/testing/checkouts.ts'
import { guest, image, product } from '#server/testing/factories.ts'
import { subscribers } from '../schema.ts'
import { letter, subscriber } from '../testing/factories.ts'
import { confirmLinkIn, openShop } from '../testing/open-shop.ts'
import { CONSENT } from '../texts.ts'
import { forgetUnconfirmed } from './subscribers.ts'

const ANN = 'Ann@shopper.example'

test('an address gets letters once its owner has confirmed it with the link of a message', async () => {
  const { db, ask, deliver, confirm, states } = await openShop()
  expect((await ask(ANN)).statusCode).toBe(201)
  expect(await states()).toEqual({ [ANN]: 'unconfirmed' })
  const messages = await deliver()
  expect(messages).toMatchObject([{ to: ANN, subject: 'Please confirm: letters from Rosas Pots' }])
  // It is no letter, so nothing at its foot ends letters; and it leaves nothing behind.
  expect(messages[0]?.endUrl).toBeUndefined()
  expect(await db.$count(outbox)).toBe(0)
  for (const _ of ['first', 'again']) expect((await confirm(confirmLinkIn(messages))).statusCode).toBe(200)
  const [row] = await db.select().from(subscribers)
  expect(row).toMatchObject({ state: 'subscribed', source: 'page', consent: CONSENT.page('Rosas Pots') })
  expect(row?.confirmedAt).toBeInstanceOf(Date)
})

test.for([
  ['of another kind of request', (id: string) => `${id}.${'x'.repeat(43)}`],
  ['that is cut', (_: string, link: string) => link.slice(0, -1)],
  ['of nobody', (_: string, link: string) => link.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))],
  ['without anything', () => ''],
] as const)('a link %s confirms nothing', async ([, forge]) => {
  const { db, ask, deliver, confirm, states } = await openShop()
  await ask(ANN)
  const link = confirmLinkIn(await deliver())
  const [row] = await db.select().from(subscribers)
  const reply = await confirm(forge(row?.id ?? '', link))
  expect([reply.statusCode, reply.json().code]).toEqual([410, 'link_gone'])
  expect(await states()).toEqual({ [ANN]: 'unconfirmed' })
})

test('asking again, in any case of letters, sends the message again, five times a day', async () => {
  const { ask, deliver, states } = await openShop()
  for (let time = 0; time < 7; time++) await ask(time % 2 ? ANN.toUpperCase() : ANN)
  expect(await deliver()).toHaveLength(5)
  expect(Object.values(await states())).toEqual(['unconfirmed'])
})

test('one who gets letters is not asked again', async () => {
  const { db, ask, deliver, states } = await openShop()
  await subscriber(db, { email: ANN })
  expect((await ask(ANN)).statusCode).toBe(201)
  expect(await deliver()).toEqual([])
  expect(await states()).toEqual({ [ANN]: 'subscribed' })
})

test('one who has ended letters gets none, and can ask and confirm anew', async () => {
  const { db, ask, deliver, confirm, end, states, write, sendAll } = await openShop()
  await subscriber(db, { email: ANN })
  await write('First')
  const [first] = await sendAll()
  if (!first) throw new Error('No letter came.')
  await end(first)
  expect(await states()).toEqual({ [ANN]: 'ended' })
  await subscriber(db, { email: 'bo@shopper.example' })
  await write('Second')
  expect((await sendAll()).map(({ to }) => to)).toEqual(['bo@shopper.example'])
  await ask(ANN)
  const messages = await deliver()
  expect(messages).toMatchObject([{ to: ANN }])
  await write('Third')
  expect((await sendAll()).map(({ to }) => to)).toEqual(['bo@shopper.example'])
  await confirm(confirmLinkIn(messages))
  await write('Fourth')
  expect((await sendAll()).map(({ to }) => to).toSorted()).toEqual([ANN, 'bo@shopper.example'])
})

test('what was not confirmed within a week is forgotten, and one who had ended letters stays so', async () => {
  const { db, states } = await openShop()
  const eightDaysAgo = new Date(Date.now() - 8 * 86_400_000)
  const sixDaysAgo = new Date(Date.now() - 6 * 86_400_000)
  const plain = { state: 'unconfirmed', confirmedAt: null } as const
  await subscriber(db, { ...plain, email: 'old@shopper.example', askedAt: eightDaysAgo })
  await subscriber(db, { ...plain, email: 'new@shopper.example', askedAt: sixDaysAgo })
  await subscriber(db, { ...plain, email: 'back@shopper.example', askedAt: eightDaysAgo, endedAt: eightDaysAgo })
  await subscriber(db, { email: 'reads@shopper.example', askedAt: eightDaysAgo })
  await forgetUnconfirmed(db)
  expect(await states()).toEqual({
    'new@shopper.example': 'unconfirmed',
    'back@shopper.example': 'ended',
    'reads@shopper.example': 'subscribed',
  })
})

test('a shop that offers no letters takes no addresses', async () => {
  const { db, ask, states } = await openShop()
  await saveSettings(db, { switches: { offersLetters: false } })
  expect((await ask(ANN)).statusCode).toBe(403)
  expect(await states()).toEqual({})
})

test('the box of the checkout asks for the buyer’s address, and the order is the same', async () => {
  const { db, place, deliver, buyer } = await openShop()
  const { id } = await product(db)
  const order = await place({ id }, { letters: true })
  expect(order.statusCode).toBe(201)
  expect(order.json()).not.toHaveProperty('letters')
  const [row] = await db.select().from(subscribers)
  expect(row).toMatchObject({ email: buyer.email, source: 'checkout', consent: CONSENT.checkout('Rosas Pots') })
  expect(row?.state).toBe('unconfirmed')
  expect((await deliver()).filter(({ subject }) => subject.startsWith('Please confirm'))).toHaveLength(1)
})

test('an order without the box asks for nothing, and one with it is placed after letters were turned off', async () => {
  const { db, place, states } = await openShop()
  const { id } = await product(db)
  expect((await place({ id })).statusCode).toBe(201)
  await saveSettings(db, { switches: { offersLetters: false } })
  expect((await place({ id }, { letters: true })).statusCode).toBe(201)
  expect(await states()).toEqual({})
})

test('the box of the form without JavaScript asks like the other one', async () => {
  const { app, db, shop, states } = await openShop()
  await servePages(app, { ...shop, fresh: () => true, owns: [] })
  await product(db, { slug: 'moon-cup' })
  const { body } = await app.inject('/checkout/moon-cup')
  expect(body).toContain('name="letters"')
  const hiddenFields = [...body.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
    ([, ...field]) => field,
  )
  const buyer = { name: 'Nell Hart', email: 'nell@shopper.example', ...ADDRESS, state: 'CO' }
  const send = (fields: object) =>
    app.inject({
      method: 'POST',
      url: '/checkout/moon-cup',
      payload: String(new URLSearchParams({ ...Object.fromEntries(hiddenFields), ...buyer, ...fields })),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  expect((await send({ letters: 'on', email: '' })).body).toMatch(/<input[^>]*name="letters"[^>]*checked/)
  expect((await send({})).statusCode).toBe(303)
  expect(await states()).toEqual({})
  expect((await send({ letters: 'on' })).statusCode).toBe(303)
  expect(await states()).toEqual({ [buyer.email]: 'unconfirmed' })
})

test('a guest’s box is confirmed like any other', async () => {
  const { db, place, deliver, confirm, states } = await openShop()
  const { token, user } = await guest(db)
  await place(await product(db), { letters: true }, token)
  const [row] = await db.select({ email: users.email }).from(users).where(eq(users.id, user.id))
  const asked = (await deliver()).filter(({ subject }) => subject.startsWith('Please confirm'))
  await confirm(confirmLinkIn(asked))
  expect(await states()).toEqual({ [row?.email ?? '']: 'subscribed' })
})

test('the file of subscribers has the columns of newsletter services; those who ended are in a file of their own', async () => {
  const { db, seller, get, place, buyer, pay } = await openShop()
  const order = (await place(await product(db))).json()
  await pay(order)
  await db.update(users).set({ name: '=Ann Shopper' }).where(eq(users.id, buyer.id))
  const at = new Date('2026-11-20T15:00:00Z')
  await subscriber(db, { email: buyer.email.toUpperCase(), source: 'checkout', askedAt: at, confirmedAt: at })
  await subscriber(db, { email: 'bo@shopper.example', state: 'ended', askedAt: at, confirmedAt: at, endedAt: at })
  await subscriber(db, { email: 'cy@shopper.example', state: 'unconfirmed', confirmedAt: null })
  const file = async (state: string) =>
    (await get(`/api/letters/subscribers/export?state=${state}`, seller.token)).body.replace('\uFEFF', '').split('\r\n')
  expect(await file('subscribed')).toEqual([
    'Email Address,First Name,Tags,Source,Opted In At,Confirmed At',
    `${buyer.email.toUpperCase()},'=Ann,Customer,Checkout,2026-11-20 09:00:00,2026-11-20 09:00:00`,
    '',
  ])
  expect(await file('ended')).toEqual([
    'Email Address,First Name,Tags,Source,Opted In At,Confirmed At,Ended At',
    'bo@shopper.example,,,Letters page,2026-11-20 09:00:00,2026-11-20 09:00:00,2026-11-20 09:00:00',
    '',
  ])
})

test('a photo of a letter is not cleaned up as unused', async () => {
  const { db, shop } = await openShop()
  const pot = await product(db)
  const shown = await image(db, pot.id)
  await image(db, pot.id)
  await db.update(images).set({ productId: null, unusedSince: sql`now() - interval '2 days'` })
  await letter(db, { body: `Look:\n\n![My table](/images/${shown.id.toUpperCase()}.jpg)` })
  expect(await removeUnusedPhotos(db, shop.photos)).toBe(1)
  expect((await db.select().from(images)).map(({ id }) => id)).toEqual([shown.id])
})
