import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message } from '#server/platform/outbox/message.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, coupon, ENGRAVING, guest, PASSWORD, product, user } from '#server/testing/factories.ts'
import { HOUR, passTime, repeat } from '#server/testing/limits.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { sendDueMails } from './send-messages.ts'

const VICTIM = 'victim@elsewhere.example'
/** Everything that is typed holds this word. */
const TYPED_WORD = 'xyzzy'
const MOST = 5
const STREET = { address: `1 ${TYPED_WORD} Street`, address2: TYPED_WORD, recipient: TYPED_WORD, city: TYPED_WORD }
const GIFT = {
  giftNote: `Buy at ${TYPED_WORD}.example`,
  shippingAddress: { ...STREET, state: 'CO', postalCode: '80202' },
}

const bothForms = ({ subject, text, html }: Message) => `${subject}\n${text}\n${html}`

/** A shop with a coupon that makes its product free. Its mail server is away for the first `failures` messages. */
async function shopWithMail({ ignoresDemo = false, failures = 0 } = {}) {
  const checkout = await testCheckout()
  const { db, app, shop, post, placed } = checkout
  await saveSettings(db, { email: 'zi@shop.example' })
  const { id } = await product(db, { priceCents: 500, qty: 1_000, asks: [ENGRAVING] })
  const { id: goneId } = await product(db, { qty: 0 })
  const { code } = await coupon(db, { amountCents: 500, freeShip: true, taxFree: true })
  const messages: Message[] = []
  const dropEntries: unknown[] = []
  let failuresLeft = failures
  const mailer = {
    async send(_: string, message: Message) {
      if (failuresLeft-- > 0) throw new Error('The mail server is away.')
      messages.push(message)
    },
    close() {},
  }
  const log = Object.assign(Object.create(app.log), { warn: (facts: unknown) => void dropEntries.push(facts) })
  const order = (token: string, qty = 1, fields: object = {}) =>
    placed({ id, pieces: qty, answers: { engraving: TYPED_WORD } }, { ...GIFT, ...fields }, token)
  return {
    ...checkout,
    gone: goneId,
    dropped: dropEntries,
    order,
    seller: await admin(db),
    /** Places a free order and completes it. */
    freeOrder: async (token: string) => {
      const free = await order(token, 1, { code })
      await post(`/api/orders/${free._id}/complete`, undefined, token)
      return free
    },
    /** Sends what is due, and returns what went to the address. */
    deliver: async (to?: string) => {
      await sendDueMails({ db, mailer, shopUrl: shop.shopUrl, log, ignoresDemo })
      return messages.splice(0).filter((message) => !to || message.to === to)
    },
  }
}

test('the receipt of a free order holds nothing that its buyer typed, and the seller’s notice all of it', async () => {
  const { db, freeOrder, deliver } = await shopWithMail()
  const { token } = await guest(db, { name: `Ann ${TYPED_WORD}`, email: VICTIM })
  const free = await freeOrder(token)
  const letters = await deliver()
  const [receipt, ...others] = letters.filter(({ to }) => to === VICTIM)
  expect(others).toEqual([])
  expect(receipt?.subject).toContain(`Your order ${free.number}`)
  expect(bothForms(receipt as Message)).not.toContain(TYPED_WORD)
  const notice = letters.find(({ to }) => to === 'zi@shop.example')
  expect(notice?.text.match(new RegExp(TYPED_WORD, 'g'))?.length).toBeGreaterThan(5)
})

test('the receipt of an order that was paid with money holds all that its buyer typed', async () => {
  const { db, order, pay, deliver } = await shopWithMail()
  const { token } = await guest(db, { name: `Ann ${TYPED_WORD}`, email: VICTIM })
  await pay(await order(token), {}, token)
  const [receipt] = await deliver(VICTIM)
  expect(receipt?.text.match(new RegExp(TYPED_WORD, 'g'))?.length).toBeGreaterThan(5)
})

test('where strangers pay in a demo, a payment proves no address', async () => {
  const { db, order, pay, deliver } = await shopWithMail({ ignoresDemo: true })
  const { token } = await guest(db, { name: `Ann ${TYPED_WORD}`, email: VICTIM })
  for (let each = 1; each <= 7; each++) await pay(await order(token, each), {}, token)
  const letters = await deliver(VICTIM)
  expect(letters).toHaveLength(MOST)
  expect(letters.map(bothForms).join()).not.toContain(TYPED_WORD)
})

test('of seven messages of an hour an unproven address gets five, also as ann+1, and the log names none', async () => {
  const { db, freeOrder, deliver, dropped, order, get, seller } = await shopWithMail()
  const tokens = await repeat(7, async (round) => {
    const email = round % 2 ? VICTIM : `Victim+${round}@elsewhere.example`
    return (await guest(db, { email })).token
  })
  const free = await repeat(7, (round) => freeOrder(tokens[round] ?? ''))
  const letters = (await deliver()).filter(({ to }) => to.endsWith('elsewhere.example'))
  expect(letters).toHaveLength(MOST)
  expect(dropped).toEqual(free.slice(MOST).map(({ _id }) => ({ message: `receipt-${_id}` })))
  const timeline = (await get(`/api/orders/${free[6]._id}/timeline`, seller.token)).json()
  expect(timeline.map(({ text }: { text: string }) => text)).toContain('Receipt could not be delivered.')
  await passTime(db, HOUR)
  await freeOrder(tokens[0] ?? '')
  expect(await deliver('Victim+0@elsewhere.example')).toHaveLength(1)
  expect((await order(tokens[0] ?? ''))._id).toBeDefined()
})

test('a message that is tried again counts once', async () => {
  const { db, freeOrder, deliver } = await shopWithMail({ failures: 3 * 8 })
  const { token } = await guest(db, { email: VICTIM })
  // Each sends a message to the seller as well.
  await repeat(4, () => freeOrder(token))
  for (let each = 0; each < 3; each++) {
    expect(await deliver(VICTIM)).toHaveLength(0)
    await db.execute(`update outbox set next_try_at = now() where done_at is null`)
  }
  expect((await deliver(VICTIM)).length).toBe(4)
})

test('a message without contents counts nothing', async () => {
  const { db, post, freeOrder, deliver } = await shopWithMail()
  const { token } = await guest(db, { email: VICTIM })
  // There is no account with this address.
  await repeat(9, () => post('/api/users/forgot-password', { email: VICTIM }))
  expect(await deliver(VICTIM)).toEqual([])
  await repeat(MOST, () => freeOrder(token))
  expect(await deliver(VICTIM)).toHaveLength(MOST)
})

test('deleting an account and registering anew starts no new count', async () => {
  const { db, post, put, deliver } = await shopWithMail()
  for (let each = 0; each < 4; each++) {
    const { token } = await user(db, { email: VICTIM })
    await repeat(2, () => post('/api/users/forgot-password', { email: VICTIM }))
    await deliver()
    expect((await put('/api/personal-data/deleted', { password: PASSWORD }, token)).statusCode).toBe(200)
  }
  await repeat(2, () => post('/api/users/forgot-password', { email: VICTIM }))
  expect(await deliver(VICTIM)).toEqual([])
})

test('the former address of an account hears of the change, however many messages others sent there since', async () => {
  const { db, put, freeOrder, deliver, seller } = await shopWithMail()
  const { user: ann } = await user(db, { email: VICTIM, emailVerifiedAt: new Date() })
  expect((await put(`/api/users/${ann.id}`, { email: 'ann@new.example' }, seller.token)).statusCode).toBe(200)
  await db.execute(`update outbox set next_try_at = now() + interval '1 minute'`)
  const { token } = await guest(db, { email: VICTIM })
  await repeat(MOST + 1, () => freeOrder(token))
  expect(await deliver(VICTIM)).toHaveLength(MOST)
  await db.execute(`update outbox set next_try_at = now() where done_at is null`)
  expect(await deliver(VICTIM)).toMatchObject([{ subject: expect.stringContaining('email address was changed') }])
})

const ADDRESSES = ['ann@a.example', 'ben@b.example', 'cat@c.example']
const SIGNED_IN = ['order', 'order', 'freeOrder', 'claimCode', 'newAddress', 'delete'] as const
const WITH_ORDER = ['pay', 'cancel', 'link', 'ship', 'gift', 'readdress', 'refund', 'erase'] as const
const BY_ADDRESS = ['guest', 'guest', 'register', 'find', 'reset', 'data', 'back', 'sister', 'confirm', 'code'] as const
const step = fc.record({
  act: fc.constantFrom(...SIGNED_IN, ...WITH_ORDER, ...BY_ADDRESS, 'deliver' as const),
  email: fc.constantFrom(...ADDRESSES),
  nth: fc.nat(20),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** A shop in which random people act; `proven` are the addresses of those who have paid or confirmed. */
async function shopOfStrangers() {
  const shop = await shopWithMail()
  const { post, put, order, freeOrder, pay, gone, seller, deliver } = shop
  const provenAddresses = new Set<string>()
  const people: { token: string; email: string }[] = []
  const orders: { _id: string; totalPrice: number; token: string; email: string }[] = []
  const letters: Message[] = []
  const newest = (to: string, pattern: RegExp) =>
    letters.flatMap((one) => (one.to === to ? (pattern.exec(one.text)?.[1] ?? []) : [])).at(-1) ?? ''
  const asSeller = (path: string, body: object) => put(path, body, seller.token)
  const keep = async (email: string, path: string, fields: object) => {
    const reply = await post(path, { name: TYPED_WORD, email, ...fields })
    if (reply.statusCode === 201) people.push({ token: reply.json().token, email })
  }
  const requestOf = (kind: string, email: string) =>
    post('/api/requests', { kind, product: gone, email, words: `More ${TYPED_WORD}` })
  const prove = async (email: string, reply: Promise<{ statusCode: number }>) => {
    if ((await reply).statusCode === 200) provenAddresses.add(email)
  }
  type Person = (typeof people)[number]
  type PlacedOrder = (typeof orders)[number]
  const orderFor = async ({ token, email }: Person, { _id, totalPrice }: PlacedOrder) =>
    void (_id && orders.push({ _id, totalPrice, token, email }))

  const bySignedIn: Record<(typeof SIGNED_IN)[number], (who: Person, step: Step) => Promise<unknown>> = {
    order: async (who, { nth }) => orderFor(who, await order(who.token, nth + 1)),
    freeOrder: async (who) => orderFor(who, await freeOrder(who.token)),
    claimCode: ({ token }) => post('/api/orders/claim-code', undefined, token),
    newAddress: ({ token }, { email }) => put('/api/users/profile', { email, currentPassword: PASSWORD }, token),
    delete: ({ token }) => put('/api/personal-data/deleted', { password: PASSWORD }, token),
  }
  const withOrder: Record<(typeof WITH_ORDER)[number], (placed: PlacedOrder) => Promise<unknown>> = {
    pay: (one) => (one.totalPrice > 0 ? prove(one.email, pay(one, {}, one.token)) : Promise.resolve()),
    cancel: ({ _id, token }) => put(`/api/orders/${_id}/canceled`, undefined, token),
    link: ({ _id }) => post(`/api/orders/${_id}/link`),
    ship: ({ _id }) => asSeller(`/api/orders/${_id}/shipped`, { paidBy: 'gift' }),
    gift: ({ _id }) => asSeller(`/api/orders/${_id}/paid`, { paidBy: 'gift' }),
    readdress: async ({ _id }) => {
      const { shippingAddress: loadedAddress } = (await shop.get(`/api/orders/${_id}`, seller.token)).json()
      return asSeller(`/api/orders/${_id}/address`, { ...GIFT, loaded: loadedAddress })
    },
    refund: ({ _id }) => post(`/api/orders/${_id}/refund`, { restock: false }, seller.token),
    erase: ({ _id }) => shop.remove(`/api/orders/${_id}/guest`, seller.token),
  }
  const byAddress: Record<(typeof BY_ADDRESS)[number], (email: string) => Promise<unknown>> = {
    guest: (email) => keep(email, '/api/users/guest', {}),
    register: (email) => keep(email, '/api/users', { password: PASSWORD }),
    find: (email) => post('/api/orders/find', { email }),
    reset: (email) => post('/api/users/forgot-password', { email }),
    data: (email) => post('/api/personal-data/link', { email }),
    back: (email) => requestOf('back', email),
    sister: (email) => requestOf('sister', email),
    confirm: (email) =>
      prove(email, post('/api/requests/confirmed', { link: newest(email, /\/requests\/confirm#([\w.-]+)/) })),
    code: async (email) => {
      for (const { token } of people.filter((one) => one.email === email))
        await prove(email, post('/api/orders/claim', { code: newest(email, /^(\d{6})$/m) || '000000' }, token))
    },
  }
  const isOf = <T extends string>(names: readonly T[], act: string): act is T => names.includes(act as T)
  const run = async (step: Step) => {
    const { act, email, nth } = step
    const who = people[nth % people.length]
    const about = orders[nth % orders.length]
    if (act === 'deliver') return
    if (isOf(BY_ADDRESS, act)) await byAddress[act](email)
    else if (isOf(SIGNED_IN, act)) await (who && bySignedIn[act](who, step))
    else await (about && withOrder[act](about))
  }
  return { run, proven: provenAddresses, letters, deliver }
}

test('whatever strangers do, an address that neither paid nor confirmed reads nothing typed and gets five an hour', {
  tags: ['B20'],
  timeout: 1_200_000,
}, async ({ task }) => {
  const numRuns = runs(6, 100)
  let sentCount = 0
  let unprovenCount = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 80 }), async (steps) => {
      const { run, proven, letters, deliver } = await shopOfStrangers()
      const counts = new Map<string, number>()
      for (const one of steps) {
        await run(one)
        if (one.act !== 'deliver') continue
        const arrivals = (await deliver()).filter(({ to }) => ADDRESSES.includes(to))
        letters.push(...arrivals)
        sentCount += arrivals.length
        for (const letter of arrivals.filter(({ to }) => !proven.has(to))) {
          unprovenCount += 1
          counts.set(letter.to, (counts.get(letter.to) ?? 0) + 1)
          expect(bothForms(letter)).not.toContain(TYPED_WORD)
        }
        for (const count of counts.values()) expect(count).toBeLessThanOrEqual(MOST)
      }
    }),
    { numRuns, endOnFailure: true },
  )
  figure(
    task,
    `${numRuns} random programs: ${unprovenCount} of ${sentCount} messages to unproven addresses, at most 5 to each, 0 with typed words`,
  )
})
