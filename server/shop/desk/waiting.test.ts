import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { discrepancies } from '#server/shop/schema/payments.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, product } from '#server/testing/factories.ts'

test('the desk counts the orders to ship, the payment problems and the wishes that wait', async () => {
  const { db, get, put, placed, pay } = await testCheckout()
  const { token } = await admin(db)
  const counts = async () => (await get('/api/admin/waiting', token)).json().counts
  expect(await counts()).toEqual({ toShip: 0, discrepancies: 0, requests: 0, returns: 0, reviews: 0 })

  const pen = await product(db, { qty: 9 })
  const [paidOrder] = [await placed(pen), await placed(pen)]
  expect((await pay(paidOrder)).statusCode).toBe(200)
  await db
    .insert(discrepancies)
    .values({ kind: 'message_refused', subject: 'receipt-1', detail: {}, since: new Date() })
  expect(await counts()).toEqual({ toShip: 1, discrepancies: 1, requests: 0, returns: 0, reviews: 0 })

  await put(`/api/orders/${paidOrder._id}/shipped`, undefined, token)
  await db.update(discrepancies).set({ resolvedAt: new Date() }).where(eq(discrepancies.subject, 'receipt-1'))
  expect(await counts()).toEqual({ toShip: 0, discrepancies: 0, requests: 0, returns: 0, reviews: 0 })
})
