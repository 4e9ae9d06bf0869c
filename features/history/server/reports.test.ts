import { expect, test } from 'vitest'
import { CALLS } from '#app/server/calls.ts'
import { PAST_RECORDS } from '#features/history/server/past-records.ts'
import { createImport } from '#features/imports/server/create-import.ts'
import { startImport } from '#features/imports/server/imports.ts'
import { runImport } from '#features/imports/server/run-import.ts'
import { csvOf, SHOPIFY_ORDER_HEADINGS } from '#features/imports/testing/csv-files.ts'
import { fileOf } from '#features/imports/testing/import-files.ts'
import { shopWithMarta } from '#features/personal-data/testing/shop-with-marta.ts'
import { verifyLedger } from '#server/shop/audit/report.ts'
import { MARTA } from '#server/testing/marta.ts'
import { pastOrderItems, pastOrders, pastReviews } from '../schema.ts'

const ORDERS = 1_000

/** What a call needs besides its path. */
const QUERIES: Record<string, string> = {
  '/api/admin/search': '?keyword=pen',
  '/api/products': '?view=admin',
  '/api/products/suggestions': '?keyword=pen',
  '/api/orders': '?payment=all',
  '/api/orders/export': '?payment=all',
}
/** Calls about what is imported, the log of these calls themselves, and those that answer how the machine is now. */
const OTHERS_PATTERN = /^\/api\/(admin\/audit-log|imports|past-|personal-data|setup|backups|robot-check)/

/** Every list and report of the shop, as an admin reads it, and what the audit says. */
async function everything({ get, owner, db, shop, marta, order }: Awaited<ReturnType<typeof shopWithMarta>>) {
  const paths = Object.keys(CALLS).flatMap((route) => {
    const [verb, path = ''] = route.split(' ')
    return verb === 'GET' && !path.includes(':') && !OTHERS_PATTERN.test(path) ? [path + (QUERIES[path] ?? '')] : []
  })
  const answers: Record<string, { status: number; body: string }> = {}
  for (const path of [
    ...paths,
    '/api/dashboard?period=month',
    `/api/orders/${order._id}`,
    '/api/orders?payment=paid',
  ]) {
    const { statusCode, body } = await get(path, owner.token)
    answers[path] = { status: statusCode, body }
  }
  // What a buyer sees.
  for (const path of ['/api/orders/mine', '/api/users/profile']) {
    const { statusCode, body } = await get(path, marta.token)
    answers[`${path} of the buyer`] = { status: statusCode, body }
  }
  return { answers, audit: await verifyLedger(db, shop.gateway) }
}

test('every list, report and audit answers the same after a history of 1,000 orders came in', async () => {
  const shop = await shopWithMarta()
  const { db, owner } = shop
  // Tables are not empty, so that a report that read them would show it already.
  const before = await everything(shop)
  expect(before.audit.isSound).toBe(true)
  expect(Object.values(before.answers).filter(({ status }) => status === 200).length).toBeGreaterThan(30)
  const [{ past } = { past: 0 }] = [{ past: await db.$count(pastOrders) }]

  const rows = Array.from({ length: ORDERS }, (_, at) => ({
    ...{ Name: `#${at}`, Email: at % 2 === 0 ? MARTA.email : `b${at}@example.com`, Currency: 'USD', Total: '54.00' },
    ...{ Subtotal: '50.00', Taxes: '4.00', 'Refunded Amount': '5.00', 'Financial Status': 'paid', Id: `9${at}` },
    ...{ 'Created at': new Date().toISOString(), 'Lineitem quantity': 2, 'Lineitem name': 'A pen' },
    ...{ 'Lineitem price': '25.00', 'Billing Name': MARTA.name, 'Lineitem sku': 'PEN-1' },
  }))
  const path = await fileOf(csvOf(SHOPIFY_ORDER_HEADINGS, rows))
  const id = await createImport({ db, pastRecords: PAST_RECORDS }, { path, name: 'orders.csv' }, owner.user.id)
  await startImport(db, id, { asDrafts: false })
  await runImport(shop.shop)
  expect(await db.$count(pastOrders)).toBe(past + ORDERS)
  expect(await db.$count(pastOrderItems)).toBe(past + ORDERS)
  expect(await db.$count(pastReviews)).toBe(past)

  const after = await everything(shop)
  expect(after.audit).toEqual(before.audit)
  for (const [path, answer] of Object.entries(before.answers)) expect(after.answers[path], path).toEqual(answer)
})
