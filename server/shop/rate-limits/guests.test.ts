import { expect, test } from 'vitest'
import { paymentAttempts } from '#server/shop/schema/payments.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, coupon, guest, PASSWORD, product, user } from '#server/testing/factories.ts'
import { callsFrom, passTime, repeat, testAddress } from '#server/testing/limits.ts'
import { solvedChallenge } from '#server/testing/robots.ts'
import { figure, runs } from '#server/testing/torture.ts'

const DECLINED_CARD = 'cnon:card-nonce-declined'
const GOOD = 'cnon:card-nonce-ok'
const ADDRESS = { address: '1 Main Street', city: 'Denver', state: 'CO', postalCode: '80202' }
const MINUTES = 60

/** A shop with limits and robot check, where guests come, place an order for a pen and pay it from a network. */
async function guardedShop() {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const shop = await testCheckout({ rateLimits: true, robotCheck: { provider: 'altcha' } }, { logLevel: 'warn', logTo })
  const pen = await product(shop.db, { qty: 400_000 })
  const calls = (address: string) => callsFrom(shop.app, address)
  const begin = (address: string, robotCheck?: string) =>
    calls(address)('/api/users/guest', { name: 'Gus', email: 'gus@shopper.example', robotCheck })
  const keep = (address: string, token: string, robotCheck?: string) =>
    callsFrom(shop.app, address)('/api/users/guest', { password: PASSWORD, robotCheck }, token, {}, 'PUT')
  const order = async (address: string, token: string, code?: string) =>
    (
      await calls(address)(
        '/api/orders',
        {
          orderItems: [{ product: pen.id, qty: 1 }],
          shippingAddress: ADDRESS,
          paymentMethod: 'Square',
          code,
        },
        token,
      )
    ).json<{ _id: string; totalPrice: number }>()
  const pay = (address: string, token: string, newOrder: { _id: string; totalPrice: number }, card: object) =>
    calls(address)(
      '/api/orders/processSquare',
      { price: Math.round(newOrder.totalPrice * 100), orderId: newOrder._id, ...card },
      token,
    )
  const solve = async (address: string) => {
    const url = '/api/users/robot-check/challenge'
    return solvedChallenge((await shop.app.inject({ url, remoteAddress: address })).json())
  }
  return { ...shop, begin, keep, order, pay, solve, lines, attempts: () => shop.db.$count(paymentAttempts) }
}
type GuardedShop = Awaited<ReturnType<typeof guardedShop>>

/** Tries a stolen card as a guest who has just come. Returns the status of the last call. */
async function tryCard({ begin, order, pay }: GuardedShop, address: string) {
  const guest = await begin(address)
  if (guest.statusCode !== 201) return guest.statusCode
  const { token } = guest.json()
  return (await pay(address, token, await order(address, token), { sourceId: DECLINED_CARD })).statusCode
}

/** Buys as a browser does for a person: with the robot check wherever the shop asks for it. */
async function buyHonestly({ begin, order, pay, solve }: GuardedShop, address: string) {
  const first = await begin(address)
  const { token } = (first.statusCode === 403 ? await begin(address, await solve(address)) : first).json()
  const newOrder = await order(address, token)
  const payment = await pay(address, token, newOrder, { sourceId: GOOD })
  if (payment.statusCode !== 403) return payment.statusCode
  return (await pay(address, token, newOrder, { sourceId: GOOD, robotCheck: await solve(address) })).statusCode
}

const FAIR = '203.0.113.5'

test('stolen cards tried by fresh guests stop at the limits, while guests of one network all pay', {
  tags: ['B19'],
  timeout: 600_000,
}, async ({ task }) => {
  const shop = await guardedShop()
  const { db, attempts, lines, get } = shop
  const { token: adminToken } = await admin(db)
  expect((await get('/api/dashboard', adminToken)).json().manyDeclines).toBeUndefined()
  const [tries, networks, honest] = [runs(60, 2_000), runs(15, 500), runs(4, 50)]
  const answers: number[] = []
  for (let round = 0; round < tries; round += 20)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 20 }, (_, at) => tryCard(shop, testAddress((round + at) % networks))),
      )),
    )
  const count = (status: number) => answers.filter((one) => one === status).length
  // The shop-wide limit: 30 declines, and no other try reaches the card service.
  expect([count(402), await attempts()]).toEqual([30, 30])
  expect(answers.filter((status) => ![402, 403, 429].includes(status))).toEqual([])
  expect(lines.some((line) => line.includes('uncheckedPayment per shop'))).toBe(true)
  expect((await get('/api/dashboard', adminToken)).json().manyDeclines).toBe(true)
  const paidStatuses: number[] = []
  for (let shopper = 0; shopper < honest; shopper++) {
    paidStatuses.push(await buyHonestly(shop, FAIR))
    // A purchase every minute or so: 25 of them before the next window.
    if (shopper % 25 === 24) await passTime(db, 10 * MINUTES)
  }
  expect(paidStatuses).toEqual(Array(honest).fill(200))
  figure(
    task,
    `${tries} tries over ${networks} networks: 30 reached the card service; ${honest} guests of one network all paid`,
  )
})

test('a network whose guests pay is not asked for the robot check', async () => {
  const { begin, order, pay } = await guardedShop()
  for (let shopper = 0; shopper < 8; shopper++) {
    const guestBegun = await begin(FAIR)
    expect(guestBegun.statusCode, `guest ${shopper}`).toBe(201)
    const { token } = guestBegun.json()
    expect((await pay(FAIR, token, await order(FAIR, token), { sourceId: GOOD })).statusCode).toBe(200)
  }
})

test('after two declined cards a guest pays with the robot check', { tags: ['B19'] }, async () => {
  const shop = await guardedShop()
  const { db, order, pay, solve } = shop
  const { token } = await guest(db)
  const newOrder = await order(FAIR, token)
  const attempt = (card: object) => pay(FAIR, token, newOrder, card)
  for (let declines = 0; declines < 2; declines++)
    expect((await attempt({ sourceId: DECLINED_CARD })).statusCode).toBe(402)
  expect((await attempt({ sourceId: GOOD })).json()).toMatchObject({ code: 'robot_check_required' })
  expect((await attempt({ sourceId: GOOD, robotCheck: await solve(FAIR) })).statusCode).toBe(200)
})

/** Buyers who have never paid by card. Each call makes a new one. */
const NEVER_PAID: [string, (shop: GuardedShop, address: string) => Promise<string>][] = [
  ['guest', async ({ db }) => (await guest(db)).token],
  [
    'kept guest',
    async ({ db, keep }, address) => (await keep(address, (await guest(db)).token)).json<{ token: string }>().token,
  ],
  ['new account', async ({ db }) => (await user(db)).token],
  [
    'account with a free order',
    async ({ db, app, order }, address) => {
      const { token } = await user(db)
      const { code } = await coupon(db, { amountCents: 100_000 })
      const { _id } = await order(address, token, code)
      expect((await callsFrom(app, address)(`/api/orders/${_id}/complete`, {}, token)).statusCode).toBe(200)
      return token
    },
  ],
]

test('every buyer who has never paid by card tries two, and all of them together thirty, without the robot check', {
  tags: ['B21'],
}, async ({ task }) => {
  const shop = await guardedShop()
  const { order, pay, solve, db } = shop
  const regular = await user(db)
  expect((await pay(FAIR, regular.token, await order(FAIR, regular.token), { sourceId: GOOD })).statusCode).toBe(200)
  const tries: string[] = []
  let declines = 0
  for (const [at, [kind, come]] of NEVER_PAID.entries()) {
    const address = testAddress(at)
    const token = await come(shop, address)
    const newOrder = await order(address, token)
    let tryCount = 0
    for (; (await pay(address, token, newOrder, { sourceId: DECLINED_CARD })).statusCode === 402; tryCount++) declines++
    tries.push(`${kind} ${tryCount}`)
    const challenge = await pay(address, token, newOrder, { sourceId: GOOD })
    expect(challenge.json(), kind).toMatchObject({ code: 'robot_check_required' })
    const solution = { sourceId: GOOD, robotCheck: await solve(address) }
    expect((await pay(address, token, newOrder, solution)).statusCode, kind).toBe(200)
  }
  expect(tries).toEqual(NEVER_PAID.map(([kind]) => `${kind} 2`))
  const fresh = async (at: number) => {
    const { token } = await user(db)
    return (await pay(testAddress(at), token, await order(testAddress(at), token), { sourceId: DECLINED_CARD })).json()
      .code
  }
  const codes = await repeat(30, (round) => fresh(100 + round))
  declines += codes.filter((code) => code === 'card_declined').length
  expect([declines, codes.at(-1)]).toEqual([30, 'robot_check_required'])
  // Who has paid before is asked for nothing.
  const again = await order(FAIR, regular.token)
  expect((await pay(FAIR, regular.token, again, { sourceId: DECLINED_CARD })).json().code).toBe('card_declined')
  figure(task, `declined cards until the robot check: ${tries.join(', ')}; the whole shop ${declines}`)
})

test('the second guest of a network who becomes an account solves the robot check', { tags: ['B21'] }, async () => {
  const { db, keep, solve } = await guardedShop()
  const token = async () => (await guest(db)).token
  expect((await keep(FAIR, await token())).statusCode).toBe(200)
  const second = await token()
  expect((await keep(FAIR, second)).json()).toMatchObject({ code: 'robot_check_required' })
  expect((await keep(FAIR, second, await solve(FAIR))).statusCode).toBe(200)
  expect((await keep('203.0.113.77', await token())).statusCode).toBe(200)
})
