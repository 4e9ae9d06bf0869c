import { expect, test } from 'vitest'
import { verifyLedger } from '#server/shop/audit/report.ts'
import { discrepancies } from '#server/shop/schema/payments.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, product } from '#server/testing/factories.ts'
import { closeFromCommandLine, discrepanciesInWords } from './discrepancy-cli.ts'
import { recordDiscrepancy } from './record-discrepancy.ts'

const KINDS = [
  'not_cancelled',
  'captured_not_taken',
  'taken_not_recorded',
  'amount_differs',
  'payment_unclear',
  'refunded_elsewhere',
  'refund_unclear',
] as const

/** A shop with an admin and an order that one discrepancy is about. */
async function shopWithDiscrepancy() {
  const checkout = await testCheckout()
  const { db, app, get, put, placed } = checkout
  const { user: owner, token } = await admin(db, { name: 'Zi' })
  const order = await placed(await product(db))
  const works = { db, log: app.log }
  const open = (kind: (typeof KINDS)[number], subject: string, detail: object = {}) =>
    recordDiscrepancy(works, kind, subject, { orderId: order._id, ...detail })
  await open('amount_differs', 'payment-1', { cents: 500, recorded: 878 })
  const listIn = async (state = 'open') => (await get(`/api/discrepancies?state=${state}`, token)).json()
  const close = (id: string, body: unknown) => put(`/api/discrepancies/${id}`, body, token)
  return { ...checkout, owner, admin: token, order, open, listed: listIn, close }
}

test('what waits for a person is listed in words, with its order', async () => {
  const { order, listed, get, admin } = await shopWithDiscrepancy()
  const { discrepancies, total } = await listed()
  expect(total).toBe(1)
  expect(discrepancies).toMatchObject([
    {
      title: 'Another amount was taken than the order costs',
      happened: 'The card service took $5.00, but the order says $8.78.',
      order: { _id: order._id, number: order.number },
      reference: 'payment-1',
      closed: null,
    },
  ])
  expect((await get('/api/dashboard', admin)).json()).toMatchObject({ waiting: { discrepancies: 1 } })
})

test('every kind has words of its own, also without facts', async () => {
  const { open, listed } = await shopWithDiscrepancy()
  for (const kind of KINDS) await open(kind, `about ${kind}`)
  const { discrepancies } = await listed()
  const titles = new Set(discrepancies.map(({ title }: { title: string }) => title))
  expect(titles.size).toBe(KINDS.length)
  expect(titles).not.toContain('A difference between the shop and the card service')
  expect(JSON.stringify(discrepancies)).not.toMatch(/undefined|NaN|null of/)
})

test('a person closes one with a note, once, and it stays closed', async () => {
  const { db, shop, owner, open, listed, close } = await shopWithDiscrepancy()
  const [{ _id }] = (await listed()).discrepancies
  expect((await verifyLedger(db, shop.gateway)).isSound).toBe(false)
  for (const body of [{}, { note: ' ' }, { note: 'x'.repeat(501) }, { note: 7 }])
    expect((await close(_id, body)).statusCode).toBe(400)
  const answers = await Promise.all([1, 2].map(() => close(_id, { note: 'Refunded the difference.' })))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  await open('amount_differs', 'payment-1')
  expect((await listed()).total).toBe(0)
  expect((await listed('closed')).discrepancies).toMatchObject([
    { closed: { by: owner.name, note: 'Refunded the difference.', at: expect.any(String) } },
  ])
  const { text, isSound } = await verifyLedger(db, shop.gateway)
  expect([isSound, text]).toEqual([true, expect.stringContaining('looked at and closed: 1')])
  expect((await close('999999', { note: 'x' })).statusCode).toBe(404)
})

test('who closed one is not named any more when the account is deleted', async () => {
  const { db, remove, owner, listed, close } = await shopWithDiscrepancy()
  const [{ _id }] = (await listed()).discrepancies
  await close(_id, { note: 'Looked at it.' })
  const { token } = await admin(db)
  expect((await remove(`/api/users/${owner.id}`, token)).statusCode).toBe(200)
})

test('the command line lists and closes them too', async () => {
  const { db } = await shopWithDiscrepancy()
  const [row] = await db.select().from(discrepancies)
  const number = String(row?.id)
  expect(await discrepanciesInWords(db)).toMatch(/Another amount was taken .*reference payment-1/)
  await expect(closeFromCommandLine(db, 'seven', 'Seen.')).rejects.toThrow('seven is not the number of a discrepancy.')
  await expect(closeFromCommandLine(db, number, ' ')).rejects.toThrow('Enter what you found or did.')
  expect(await closeFromCommandLine(db, number, 'Seen.')).toBe('Closed: Another amount was taken than the order costs.')
  await expect(closeFromCommandLine(db, number, 'Seen.')).rejects.toThrow('This payment problem is already closed.')
  expect(await discrepanciesInWords(db)).toBe(
    'The shop’s payments match the card service. There are no open discrepancies.',
  )
  expect(await db.select().from(discrepancies)).toMatchObject([{ resolvedBy: 'the command line', note: 'Seen.' }])
})
