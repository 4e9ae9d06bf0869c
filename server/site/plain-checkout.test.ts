import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { Window } from 'happy-dom'
import { expect, test } from 'vitest'
import type { ShippingPlan } from '#contract/admin/shipping-plan.ts'
import { ORDER_FIELDS } from '#contract/messages.ts'
import { TEXT } from '#contract/texts.ts'
import type { Message } from '#server/platform/outbox/message.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { REGISTRATION } from '#server/shop/accounts/texts.ts'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import { ORDERS, PLAIN_CHECKOUT } from '#server/shop/orders/texts.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orderItems, orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { SHIPPING } from '#server/shop/shipping/texts.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { coupon, ENGRAVING, family, product } from '#server/testing/factories.ts'
import { servePages } from './pages.ts'

const GUS = {
  ...{ name: 'Gus Murray', email: 'gus@shopper.example' },
  ...{ address: '12 Orchard Lane', city: 'Madison', state: 'WI', postalCode: '53703' },
}

const PLAN: ShippingPlan = {
  zones: [
    {
      name: 'USA',
      places: ['US'],
      methods: [
        { id: 'fast', name: 'Fast', by: 'pieces', bands: [{ upTo: null, price: 1_500 }], days: { from: 1, to: 2 } },
        { id: 'mail', name: 'Mail', by: 'pieces', bands: [{ upTo: null, price: 400 }], days: { from: 3, to: 6 } },
      ],
    },
  ],
  pickup: { address: '5 Mill Lane, Boise', hours: 'Saturdays' },
  usualGrams: 200,
  packingGrams: 60,
}

type Fields = Record<string, string>

/** What a browser makes of the form of a page: its fields as they would be sent, and its sentences. */
function formOf(html: string) {
  const { document } = new Window()
  document.write(html)
  const form = document.querySelector('form[method=post]')
  const fields: Fields = {}
  for (const field of form?.querySelectorAll('input, select, textarea') ?? []) {
    const { name, type, checked } = field as unknown as HTMLInputElement
    const [selectedOption] = field.tagName === 'SELECT' ? field.querySelectorAll('option[selected]') : []
    const option = selectedOption && (selectedOption.getAttribute('value') ?? selectedOption.textContent)
    const value = field.tagName === 'SELECT' ? (option ?? '') : (field as unknown as HTMLInputElement).value
    if (name && (!['radio', 'checkbox'].includes(type) || checked)) fields[name] = value
  }
  const noteOf = (name: string) => {
    const field = form?.querySelector(`[name="${name}"][aria-invalid]`)
    return document.getElementById(field?.getAttribute('aria-describedby') ?? '')?.textContent
  }
  const text = document.querySelector('main')?.textContent ?? ''
  return { action: form?.getAttribute('action')?.split('#')[0] ?? '', fields, noteOf, text, document }
}

/** A shop with its pages. `open` gets the form at an address, `send` sends one as a browser would. */
async function plainShop(...options: Parameters<typeof testCheckout>) {
  const shop = await testCheckout(...options)
  const { app, db } = shop
  await servePages(app, { ...shop.shop, fresh: () => true, owns: [] })
  const post = (url: string, fields: Fields, headers: object = {}) =>
    app.inject({
      method: 'POST',
      url,
      payload: String(new URLSearchParams(fields)),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  const open = async (url: string) => formOf((await shop.get(url)).body)
  /** Sends the form of this address until the total in it is the one that is asked for. */
  const order = async (url: string, values: Fields = {}) => {
    const form = await open(url)
    const fields = { ...form.fields, ...GUS, ...values }
    const first = await post(form.action, fields)
    if (first.statusCode !== 409) return first
    const again = formOf(first.body)
    return post(again.action, again.fields)
  }
  const placedOrders = () => db.select().from(orders).orderBy(orders.number)
  const deliver = async () => {
    const messages: Message[] = []
    const mailer = { send: async (_: string, message: Message) => void messages.push(message), close() {} }
    await sendDueMails({ db, mailer, shopUrl: shop.shop.shopUrl, log: app.log })
    return messages
  }
  return { ...shop, post, open, order, placed: placedOrders, deliver }
}

test('a guest without JavaScript orders a product, and the mailed link opens and pays the order', async () => {
  const { db, get, order, placed, deliver, app, pay } = await plainShop()
  const pen = await product(db, { qty: 9 })
  const reply = await order(`/checkout/${pen.id}?qty=2`, { recipient: 'Ann', giftNote: 'For you' })
  expect(reply.statusCode).toBe(303)
  const [row] = await placed()
  expect(row).toMatchObject({ itemsCents: 1_000, recipientName: 'Ann', giftNote: 'For you', addressState: 'WI' })
  const [buyer] = await db
    .select()
    .from(users)
    .where(eq(users.id, row?.userId ?? ''))
  expect(buyer).toMatchObject({ name: GUS.name, email: GUS.email, isGuest: true })

  const [path = '', key = ''] = String(reply.headers.location).split('#k=')
  const page = await get(path)
  expect(page.body).toContain(`Order ${row?.number}`)
  expect(page.body).toContain(`$${((row?.totalCents ?? 0) / 100).toFixed(2)}`)
  expect(page.body).not.toContain(key)

  const [message] = await deliver()
  expect(message?.to).toBe(GUS.email)
  expect(message?.text).toContain(`/order/${row?.id}#k=${key}`)
  const openedOrder = await app.inject({ method: 'POST', url: `/api/orders/${row?.id}/open`, payload: { key } })
  const { token } = openedOrder.json()
  const payment = await pay({ _id: row?.id ?? '', totalPrice: (row?.totalCents ?? 0) / 100 }, {}, token)
  expect(payment.statusCode).toBe(200)
  expect((await get(path)).statusCode).toBe(404)
})

test('a form sent twice at once, and again after it was placed, places one order and mails one link', async () => {
  const { db, open, post, placed, deliver } = await plainShop({ rateLimits: true, robotCheck: { provider: 'altcha' } })
  const pen = await product(db)
  const { action, fields } = await open(`/checkout/${pen.id}`)
  const form = { ...fields, ...GUS }
  const replies = await Promise.all([post(action, form), post(action, form), post(action, form)])
  const later = [await post(action, form)]
  expect(new Set([...replies, ...later].map(({ headers }) => headers.location)).size).toBe(1)
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303])
  expect(await placed()).toHaveLength(1)
  expect(await db.$count(outbox, eq(outbox.kind, 'order_placed'))).toBe(1)
  expect(await deliver()).toHaveLength(1)
  await post(action, form)
  expect(await deliver()).toHaveLength(0)
  // Whoever corrects the address afterwards has another order.
  expect((await post(action, { ...form, email: 'gus@other.example' })).statusCode).toBe(303)
  expect(await placed()).toHaveLength(2)
})

test('every field that is wrong says so, and everything that was typed stays', async () => {
  const { db, open, post, placed } = await plainShop()
  const pen = await product(db)
  const { action, fields } = await open(`/checkout/${pen.id}?qty=3`)
  const values = {
    ...{ name: ' ', email: 'gus', address: 'x'.repeat(201), city: 'Mad\u0007ison', state: 'XX', postalCode: '537' },
    ...{ giftNote: 'x'.repeat(301), address2: 'Loft' },
  }
  const reply = await post(action, { ...fields, ...values })
  expect(reply.statusCode).toBe(422)
  const again = formOf(reply.body)
  expect(again.fields).toMatchObject({ ...values, state: '', qty: '3' })
  expect(again.text).toContain('Please check the fields that are marked.')
  for (const [name, sentence] of [
    ['name', 'Enter your name.'],
    ['email', 'Enter a valid email address.'],
    ['address', ORDER_FIELDS.addressTooLong],
    ['state', 'Choose the state.'],
    ['postalCode', 'Enter a ZIP code with five digits.'],
    ['giftNote', ORDER_FIELDS.giftNoteTooLong(300)],
  ] as const)
    expect([name, again.noteOf(name)]).toEqual([name, expect.stringContaining(sentence)])
  expect(again.noteOf('city')).toBeTruthy()
  expect(await placed()).toHaveLength(0)
  expect(await db.$count(users, eq(users.isGuest, true))).toBe(0)
})

test('a ZIP code of another state is asked about once', async () => {
  const { db, open, post } = await plainShop()
  const { action, fields } = await open(`/checkout/${(await product(db)).id}`)
  const first = await post(action, { ...fields, ...GUS, postalCode: '80202' })
  const formAgain = formOf(first.body)
  expect([first.statusCode, formAgain.noteOf('postalCode')]).toEqual([422, expect.stringContaining('Colorado')])
  expect((await post(action, formAgain.fields)).statusCode).toBe(303)
})

test('with a plan the form shows the ways to ship and the total before it orders, and takes the chosen one', async () => {
  const { db, open, post, placed } = await plainShop()
  await saveSettings(db, { shipping: PLAN })
  const pen = await product(db)
  const { action, fields, text } = await open(`/checkout/${pen.id}`)
  expect(fields.total).toBeUndefined()
  expect(text).toContain('Shipping and tax depend on the address.')
  const first = await post(action, { ...fields, ...GUS })
  expect([first.statusCode, await placed()]).toEqual([409, []])
  const pricedForm = formOf(first.body)
  expect(pricedForm.text).toContain('Arrives')
  // The cheapest, as with JavaScript: 5.00 + 4.00 + 5.5 % of 5.00.
  expect(pricedForm.fields).toMatchObject({ shippingMethod: 'mail', total: '928' })
  const other = await post(action, { ...pricedForm.fields, shippingMethod: 'fast' })
  expect(other.statusCode).toBe(409)
  expect(formOf(other.body).fields).toMatchObject({ shippingMethod: 'fast', total: '2028' })
  expect((await post(action, formOf(other.body).fields)).statusCode).toBe(303)
  expect((await placed())[0]).toMatchObject({ totalCents: 2_028, shipping: { method: 'fast' } })
  const refusal = await post(action, { ...pricedForm.fields, shippingMethod: 'rocket' })
  expect(refusal.statusCode).toBe(303)
})

test('the form says where nothing is shipped', async () => {
  const { db, open, post } = await plainShop()
  await saveSettings(db, { shipping: { ...PLAN, zones: PLAN.zones.map((zone) => ({ ...zone, places: ['US-CO'] })) } })
  const { action, fields } = await open(`/checkout/${(await product(db)).id}`)
  const reply = formOf((await post(action, { ...fields, ...GUS })).body)
  expect(reply.text).toContain(SHIPPING.noShipping('Wisconsin'))
  const pickupReply = await post(action, { ...reply.fields, shippingMethod: 'pickup' })
  expect(formOf(pickupReply.body).fields).toMatchObject({ shippingMethod: 'pickup', total: '528' })
})

test('an address abroad is asked for as parcels there need it', async () => {
  const { db, open, post, placed } = await plainShop()
  const zones = PLAN.zones.map((zone) => ({ ...zone, places: ['US', 'CA'] }))
  await saveSettings(db, { shipping: { ...PLAN, zones } })
  const { action, fields } = await open(`/checkout/${(await product(db)).id}`)
  expect(fields.countryCode).toBe('US')
  const formForCanada = formOf((await post(action, { ...fields, ...GUS, countryCode: 'CA', update: '1' })).body)
  expect(formForCanada.fields).toMatchObject({ countryCode: 'CA', phone: '', total: '900' })
  const values = { ...formForCanada.fields, state: 'ON', postalCode: 'M5V 2T6' }
  const incomplete = formOf((await post(action, values)).body)
  expect(incomplete.noteOf('phone')).toContain('Enter a phone number.')
  expect((await post(action, { ...values, phone: '+1 416 555 0100' })).statusCode).toBe(303)
  expect((await placed())[0]).toMatchObject({
    countryCode: 'CA',
    country: 'Canada',
    postalCode: 'M5V 2T6',
    totalCents: 900,
  })
  for (const countryCode of ['XX', 'ca', 'US', '\0', '__proto__'])
    expect((await post(action, { ...values, countryCode })).statusCode).toBe(422)
})

test('a code is taken off before the order, a wrong one is said at its field, and gift wrap costs what it costs', async () => {
  const { db, open, post, order, placed } = await plainShop()
  await saveSettings(db, { wrapPrice: 300 })
  const [pen, { code }] = [await product(db), await coupon(db)]
  const { action, fields } = await open(`/checkout/${pen.id}`)
  const wrong = formOf((await post(action, { ...fields, ...GUS, code: 'NO' })).body)
  expect(wrong.noteOf('code')).toBe(TEXT.couponInvalid)
  expect(wrong.fields.code).toBe('NO')
  const updatedForm = await post(action, { ...fields, code, giftWrap: 'on', update: '1' })
  // 5.00 and wrap 3.00, shipping 3.50, tax 0.44, less 1.00: nothing is filled in, and nothing is wrong yet.
  expect([updatedForm.statusCode, formOf(updatedForm.body).fields.total]).toEqual([200, '1094'])
  expect(formOf(updatedForm.body).document.querySelectorAll('[aria-invalid]')).toHaveLength(0)
  expect((await order(`/checkout/${pen.id}`, { code, giftWrap: 'on' })).statusCode).toBe(303)
  expect((await placed())[0]).toMatchObject({ totalCents: 1_094, discountCents: 100, wrapCents: 300 })
})

test('a choice and answers come from the form of the product, and are checked', async () => {
  const { db, open, post, order } = await plainShop()
  const mug = await family(db, { name: 'Mug', asks: [{ ...ENGRAVING, max: 5, price: 200 }] })
  const [, large] = mug.choices
  await db
    .update(products)
    .set({ choice: ['Large'] })
    .where(eq(products.id, large?.id ?? ''))
  const undecidedForm = await open(`/checkout/${mug.id}?answer-engraving=Anna`)
  expect(undecidedForm.text).toContain(ORDERS.choiceNeeded(mug.name))
  expect(undecidedForm.fields['answer-engraving']).toBe('Anna')
  const query = 'axis-0=Large&answer-engraving=Anna'
  const { action, fields } = await open(`/checkout/${mug.id}?${query}`)
  expect(fields).toMatchObject({ 'axis-0': 'Large', 'answer-engraving': 'Anna' })
  const long = formOf((await post(action, { ...fields, ...GUS, 'answer-engraving': 'Annabel' })).body)
  expect(long.noteOf('answer-engraving')).toContain('use 5 characters or fewer (now 7)')
  expect((await order(`/checkout/${mug.slug}?${query}`)).statusCode).toBe(303)
  expect(await db.select().from(orderItems)).toMatchObject([
    { productId: large?.id, priceCents: 700, answers: [{ answer: 'Anna' }] },
  ])
})

test('what cannot be bought is not ordered', async () => {
  const { db, get, open, post, placed } = await plainShop()
  const draft = await product(db, { draft: true })
  const deletedProduct = await product(db, { deletedAt: new Date() })
  for (const id of [
    draft.id,
    deletedProduct.id,
    randomUUID(),
    'no-such-pen',
    '%00',
    '..%2f..%2fetc',
    'x'.repeat(400),
  ]) {
    expect([id, (await get(`/checkout/${id}`)).statusCode]).toEqual([id, 404])
    expect([id, (await post(`/checkout/${id}`, GUS)).statusCode]).toEqual([id, 404])
  }
  const soldOut = await product(db, { qty: 0 })
  expect((await post(`/checkout/${soldOut.id}`, { ...GUS, total: '878' })).statusCode).toBe(422)
  const mug = await family(db)
  expect((await post(`/checkout/${mug.id}`, { ...GUS, total: '878' })).statusCode).toBe(422)
  // More than there are becomes what there is, whose total is asked about.
  const pen = await product(db, { qty: 5 })
  for (const qty of ['10000', '1000000000', '1e9', '-4', '0', 'NaN', '2.5'])
    expect((await post(`/checkout/${pen.id}`, { ...GUS, qty })).statusCode).toBe(409)
  expect((await open(`/checkout/${pen.id}?qty=999999999`)).fields.qty).toBe('5')
  await saveSettings(db, {
    closed: { from: '2020-01-01', to: '2099-12-31', text: 'Away', orders: 'stop' },
  })
  const { action, fields } = await open(`/checkout/${pen.id}`)
  expect((await post(action, { ...fields, ...GUS })).statusCode).toBe(422)
  expect(await placed()).toHaveLength(0)
})

test('hostile text stays text, and never fails the shop', async () => {
  const { db, post, placed, order } = await plainShop()
  const pen = await product(db, { qty: 50 })
  for (const text of [
    '\0',
    '\u202e',
    '"><script>alert(1)</script>',
    "' or 1=1 --",
    '\ud800',
    '\r\nSet-Cookie: a=b',
    'é'.repeat(301),
  ]) {
    const values = Object.fromEntries(
      [
        ...Object.keys(GUS),
        'code',
        'giftNote',
        'shippingMethod',
        'qty',
        'key',
        'total',
        'zipAsked',
        'axis-0',
        '__proto__',
      ].map((name) => [name, text]),
    )
    const reply = await post(`/checkout/${pen.id}`, values)
    expect([text, reply.statusCode]).toEqual([text, 422])
    expect(reply.body).not.toContain('<script>alert')
    expect(reply.headers['set-cookie']).toBeUndefined()
    for (const field of ['name', 'address', 'giftNote'])
      expect((await order(`/checkout/${pen.id}`, { [field]: text })).statusCode).toBeLessThan(500)
  }
  expect((await placed()).length).toBeGreaterThan(0)
  const body = { payload: 'x='.padEnd(40_000, 'x'), headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const { app } = await plainShop()
  expect((await app.inject({ method: 'POST', url: '/checkout/pen', ...body })).statusCode).toBe(413)
  const json = await app.inject({ method: 'POST', url: '/checkout/pen', payload: { name: 'Gus' } })
  expect(json.statusCode).toBe(415)
})

test('the fifth guest of a network reads that the next order needs JavaScript, and nothing is placed', async () => {
  const { db, order, placed } = await plainShop({ rateLimits: true, robotCheck: { provider: 'altcha' } })
  const pen = await product(db, { qty: 50 })
  for (let round = 0; round < 4; round++)
    expect((await order(`/checkout/${pen.id}`, { email: `gus${round}@shopper.example` })).statusCode).toBe(303)
  const fifth = await order(`/checkout/${pen.id}`)
  expect(fifth.statusCode).toBe(403)
  expect(formOf(fifth.body).text).toContain(PLAIN_CHECKOUT.robotCheck)
  expect(formOf(fifth.body).fields).toMatchObject(GUS)
  expect(await placed()).toHaveLength(4)
})

test('nobody floods an address with orders, and wrong codes are limited', async () => {
  const { db, open, order, post } = await plainShop({ rateLimits: true })
  const pen = await product(db, { qty: 50 })
  const statuses = []
  for (let round = 0; round < 6; round++)
    statuses.push(
      (await order(`/checkout/${pen.id}`, { email: round % 2 ? GUS.email : GUS.email.toUpperCase() })).statusCode,
    )
  expect(statuses).toEqual([303, 303, 303, 303, 303, 429])
  const { action, fields } = await open(`/checkout/${pen.id}`)
  const guesses = []
  for (let round = 0; round < 31; round++)
    guesses.push(await post(action, { ...fields, key: randomUUID(), code: `G${round}`, update: '1' }))
  expect(formOf(guesses.at(-1)?.body ?? '').text).toContain('Too many wrong discount codes.')
})

test('the pages are in no cache, keep their headers, and refuse forms of other sites', async () => {
  const { db, get, post, order } = await plainShop()
  const pen = await product(db)
  const page = await get(`/checkout/${pen.id}`)
  const response = await post(`/checkout/${pen.id}`, GUS)
  const { location = '' } = (await order(`/checkout/${pen.id}`)).headers
  const orderPage = await get(String(location).split('#')[0] ?? '')
  for (const { headers } of [page, response, orderPage]) {
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy']).toContain("form-action 'self'")
    expect(headers['x-frame-options']).toBe('DENY')
  }
  for (const site of ['cross-site', 'same-site'])
    expect((await post(`/checkout/${pen.id}`, GUS, { 'sec-fetch-site': site })).statusCode).toBe(403)
  expect((await post(`/checkout/${pen.id}`, GUS, { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(409)
  const stranger = String(location).replace(/\.[^#]*/, `.${'A'.repeat(43)}`)
  expect((await get(stranger.split('#')[0] ?? '')).statusCode).toBe(404)
})

test("the cart's page leads on to the form, with the fields of the buy box", async () => {
  const { db, get, post } = await plainShop()
  const pen = await product(db)
  const page = await get(`/cart/${pen.id}?qty=2&answer-name=Anna`)
  expect(page.body).toContain('Order without JavaScript')
  expect(page.body).not.toContain('Anna')
  const reply = await post(`/cart/${pen.id}?qty=2&answer-name=Anna`, {})
  expect([reply.statusCode, reply.headers.location]).toEqual([303, `/checkout/${pen.id}?qty=2&answer-name=Anna`])
  expect((await get('/cart')).body).not.toContain('Order without JavaScript')
  expect((await post('/cart//evil.example', {})).statusCode).toBe(405)
})

test('the cached pages of guests and of order links hold no key, name or address', async () => {
  const { db, get, app, order, placed } = await plainShop()
  const pen = await product(db)
  const [path = '', key = ''] = String((await order(`/checkout/${pen.id}?answer-note=Canary`)).headers.location).split(
    '#k=',
  )
  const [row] = await placed()
  const openedOrder = await app.inject({ method: 'POST', url: `/api/orders/${row?.id}/open`, payload: { key } })
  const authorization = `Bearer ${openedOrder.json().token}`
  const pages = [`/order/${row?.id}`, `/order/${row?.id}?k=${key}`, path, '/login?redirect=shipping', '/shipping']
  for (const url of [...pages, '/orders/find', `/cart/${pen.id}?answer-note=Canary`, `/checkout/${pen.id}`]) {
    await app.inject({ url, headers: { authorization } })
    const { body } = await get(url)
    expect(body).toContain('</html>')
    const secrets = [key, GUS.name, GUS.email, GUS.address, 'Canary', openedOrder.json().token]
    expect([url, secrets.filter((secret) => body.includes(secret))]).toEqual([url, []])
  }
})

test('every field of the form has a name, and those about a person tell browsers what they are', async () => {
  const { db, open } = await plainShop()
  const mug = await family(db, { asks: [ENGRAVING] })
  const { document } = await open(`/checkout/${mug.id}`)
  const form = document.querySelector('form[method=post]')
  const tokens: Record<string, string | null> = {}
  for (const field of form?.querySelectorAll('input:not([type=hidden]), select, textarea') ?? []) {
    // The box that dismisses an alert is not sent.
    if (field.closest('[role=alert]')) continue
    const label = field.closest('label') ?? form?.querySelector(`label[for="${field.id}"]`)
    expect([field.getAttribute('name'), label?.textContent?.trim()]).toEqual([
      expect.anything(),
      expect.stringMatching(/\S/),
    ])
    tokens[field.getAttribute('name') ?? ''] = field.getAttribute('autocomplete')
  }
  expect(tokens).toMatchObject({
    ...{ name: 'name', email: 'email', recipient: 'shipping name', address: 'shipping address-line1' },
    ...{ address2: 'shipping address-line2', city: 'shipping address-level2', state: 'shipping address-level1' },
    ...{ postalCode: 'shipping postal-code', code: 'off' },
  })
})

test('the form takes the owner’s address from nobody while there is no admin', { tags: ['A13'] }, async () => {
  const { db, order, placed } = await plainShop({ ownerEmail: 'owner@shop.example' })
  const pen = await product(db)
  const reply = await order(`/checkout/${pen.id}`, { email: 'Owner@shop.example' })
  expect([reply.statusCode, reply.body]).toEqual([422, expect.stringContaining(REGISTRATION.refused)])
  expect([await placed(), await db.$count(users, eq(users.isGuest, true))]).toEqual([[], 0])
})
