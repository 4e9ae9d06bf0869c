import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { Setup, SetupCheck } from '#contract/admin/setup.ts'
import { images, outbox, products } from '../db/schema.ts'
import { testApp, testSetup } from '../testing/app.ts'
import { admin, image, product } from '../testing/factories.ts'

/** A shop with a mail server and a folder for backups, and what its health page says. */
async function shopWithHealth() {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-health-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const facts = { backupDir: folder, mailServer: 'mail.keramik.test', mailFrom: 'mara@keramik.test' }
  const shop = await testApp({ setup: { ...testSetup(tmpdir()), ...facts } })
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

test('pieces without a photo come first, then photos without a description; drafts do not count', async () => {
  const { db, check } = await shopWithHealth()
  expect(await check('pieces')).toMatchObject({ state: 'good' })
  await product(db, { draft: true })
  const { id } = await product(db)
  expect(await check('pieces')).toMatchObject({ state: 'todo', finding: 'One piece for sale without a photo.' })
  await image(db, id)
  await db.update(images).set({ alt: '' })
  expect(await check('pieces')).toMatchObject({ state: 'todo', finding: 'One photo without a description.' })
  await db.update(images).set({ alt: 'A walnut pen' })
  expect(await check('pieces')).toMatchObject({ state: 'good' })
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
  expect(await check('database')).toMatchObject({ finding: expect.stringMatching(/within \d+ ms/) })
})
