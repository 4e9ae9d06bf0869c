import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { SetupCheck } from '#contract/admin/setup-checks.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { reportFault } from '#server/shop/alerts/alerts.ts'
import { images, products } from '#server/shop/schema/catalog.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { testApp, testDependencies } from '#server/testing/app.ts'
import { admin, family, image, product } from '#server/testing/factories.ts'
import type { Setup } from '../contract.ts'
import { slowPages, unsafeServer } from './health.ts'

/** A shop with a mail server and a folder for backups, and what its health page says. */
async function shopWithHealth(more: { shopUrl?: string } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-health-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const facts = { backupDir: folder, mailServer: 'mail.keramik.test', mailFrom: 'mara@keramik.test' }
  const shop = await testApp({ setup: { ...testDependencies(tmpdir()).setup, ...facts }, ...more })
  const { token } = await admin(shop.db)
  const check = async (name: SetupCheck['name']) => {
    const { checks } = (await shop.get('/api/setup/health', token)).json<Setup>()
    return checks.find((one) => one.name === name)
  }
  return { ...shop, folder, check }
}

test('the books are in order, or the rule that they hurt is named', async () => {
  const { db, check } = await shopWithHealth()
  await product(db)
  expect(await check('books')).toMatchObject({ state: 'good', finding: expect.stringMatching(/ \d+ rules hold\.$/) })
  await db.update(products).set({ qty: 77 })
  expect(await check('books')).toMatchObject({
    state: 'todo',
    finding: expect.stringContaining('the stock of a product equals the sum of its stock changes'),
  })
})

test('the books of more than 50,000 orders are left to a command', async () => {
  const { db, check } = await shopWithHealth()
  await product(db)
  await db.update(products).set({ qty: 77 })
  const estimate = (orders: number) =>
    db.execute(sql`update pg_class set reltuples = ${orders} where oid = 'orders'::regclass`)
  await estimate(50_000)
  expect(await check('books')).toMatchObject({ state: 'todo' })
  await estimate(50_001)
  expect(await check('books')).toMatchObject({
    state: 'untested',
    finding: 'The books of about 50,001 orders take minutes to check.',
    todo: expect.stringContaining('npm run verify-ledger'),
  })
})

test('faults that last are named, with what to do', async () => {
  const { db, check } = await shopWithHealth()
  expect(await check('alerts')).toMatchObject({ state: 'good' })
  await reportFault(db, { kind: 'card_service_down', finding: 'The card service does not answer.' })
  expect(await check('alerts')).toMatchObject({
    state: 'todo',
    finding: 'The card service does not answer.',
    todo: expect.stringContaining('status.squareup.com'),
  })
})

test('what pieces for sale lack is counted, with what to do about the first of it; drafts do not count', async () => {
  const { db, check } = await shopWithHealth()
  expect(await check('pieces')).toMatchObject({ state: 'good' })
  await product(db, { draft: true })
  const { id } = await product(db)
  expect(await check('pieces')).toMatchObject({ state: 'todo', finding: 'One product for sale without a photo.' })
  await image(db, id)
  await db.update(images).set({ alt: '' })
  expect(await check('pieces')).toMatchObject({
    state: 'todo',
    finding: 'One product has a photo without a description.',
  })
  await db.update(images).set({ alt: 'A walnut pen' })
  expect(await check('pieces')).toMatchObject({ state: 'good' })
  await db.update(products).set({ priceCents: 0 })
  await product(db)
  expect(await check('pieces')).toMatchObject({
    finding: 'One product for sale without a price. One product for sale without a photo.',
    todo: expect.stringMatching(/^Enter the price/),
  })
})

test('pieces need a weight where the shop ships by weight', async () => {
  const { db, check } = await shopWithHealth()
  const plain = await product(db)
  const mug = await family(db, {}, [{ choice: ['S'], grams: 200 }, { choice: ['L'] }])
  for (const { id } of [plain, mug]) await image(db, id)
  expect(await check('pieces')).toMatchObject({ state: 'good' })
  const methods = [{ id: 'mail', name: 'Mail', by: 'grams' as const, bands: [{ upTo: null, price: 400 }] }]
  await saveSettings(db, {
    shipping: { zones: [{ name: 'USA', places: ['US'], methods }], usualGrams: 500, packingGrams: 50 },
  })
  expect(await check('pieces')).toMatchObject({
    state: 'todo',
    finding: expect.stringMatching(/^2 products .* weight/),
  })
  await db.update(products).set({ grams: 300 })
  expect(await check('pieces')).toMatchObject({ state: 'good' })
})

test('slow pages are named', () => {
  const of = (ms: number) => slowPages({ slowest: () => ({ kind: '/shop', ms }) })
  expect(of(80)).toMatchObject([{ state: 'good', finding: expect.stringContaining('/shop') }])
  expect(of(900)).toMatchObject([{ state: 'todo', finding: expect.stringContaining('/shop') }])
  expect(slowPages({ slowest: () => undefined })).toEqual([])
})

test('mail works when the server took the last email; what waits or was given up is counted', async () => {
  const { db, check } = await shopWithHealth()
  expect(await check('mail')).toMatchObject({ state: 'untested' })
  const mail = (key: string, more: object) =>
    db.insert(outbox).values({ kind: 'order_links', dedupeKey: key, payload: { email: 'a@b.example' }, ...more })
  await mail('sent', { doneAt: new Date('2026-11-21T18:44:00Z') })
  expect(await check('mail')).toMatchObject({ state: 'good', finding: expect.stringContaining('Nov 21, 2026') })
  await mail('lost', { doneAt: new Date(), failedAt: new Date() })
  expect(await check('mail')).toMatchObject({
    state: 'todo',
    finding: 'One email of the last seven days could not be sent.',
  })
  await mail('waits', { createdAt: sql`now() - interval '2 hours'` })
  expect(await check('mail')).toMatchObject({
    state: 'todo',
    finding: expect.stringMatching(/^One email waits for more/),
  })
})

test('a practice restore is asked for, and its outcome shown', async () => {
  const { folder, check } = await shopWithHealth()
  expect(await check('practice')).toMatchObject({ state: 'todo', finding: expect.stringMatching(/^Nobody has tried/) })
  const practice = { at: '2026-11-21T18:44:00.000Z', backup: 'boutique.tar', isGood: true, comparisons: [] }
  await writeFile(join(folder, 'state.json'), JSON.stringify({ practice }))
  expect(await check('practice')).toMatchObject({ state: 'good', finding: expect.stringContaining('Nov 21, 2026') })
  await writeFile(join(folder, 'state.json'), JSON.stringify({ practice: { ...practice, isGood: false } }))
  expect(await check('practice')).toMatchObject({ state: 'todo' })
})

test.for([
  ['18.4', false, 'its own server', false, expect.stringMatching(/^Install the updates of PostgreSQL/)],
  ['18.4', true, 'the open internet', false, expect.stringMatching(/Move the shop to a PostgreSQL/)],
  ['18.4', true, 'a laptop', true, undefined],
  ['18.6', false, 'its own server', false, undefined],
] as const)('PostgreSQL %s, embedded %s, on %s', ([version, isEmbedded, , isLocal, todo]) => {
  const check = unsafeServer({ version, isEmbedded, isSafe: version === '18.6' }, isLocal)
  expect(check?.todo).toEqual(todo)
})

test('the PostgreSQL that comes with the shop is enough for a laptop, and not for the open internet', async () => {
  const laptop = await shopWithHealth({ shopUrl: 'http://localhost:3000' })
  expect(await laptop.check('database')).toMatchObject({
    state: 'good',
    finding: expect.stringMatching(/within \d+ ms\. It is PostgreSQL 18\.4, which comes with the shop/),
  })
  const { check } = await shopWithHealth()
  expect(await check('database')).toMatchObject({
    state: 'todo',
    finding: expect.stringContaining('PostgreSQL 18.4, which has known security holes'),
  })
})
