import '#app/testing/program.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildApp } from '#app/server/app.ts'
import { editedLook, publishDraft, saveDraft } from '#server/shop/look/looks.ts'
import type { CatalogChange } from '#server/shop/public-tags.ts'
import { SETTINGS } from '#server/shop/public-tags.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { testApp } from '#server/testing/app.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { listenForChanges } from './listen-for-changes.ts'
import { servePages } from './pages.ts'

const NOON = new Date('2026-12-01T12:00:00Z')
const BEFORE_MIDNIGHT = new Date('2026-12-01T23:59:58Z')
const AFTER_MIDNIGHT = new Date('2026-12-02T00:00:01Z')
const NEXT_MIDNIGHT = new Date('2026-12-03T00:00:01Z')
/** Every process looks at the shop's clock once a second. */

type Shop = Awaited<ReturnType<typeof testApp>>

/**
 * Another process of the shop, with its own caches; `isShown` says whether a page of it has that text, `purged` what it
 * had purged.
 */
async function openProcess({ shop, url }: Shop) {
  const app = await buildApp(shop)
  let clear = (_: CatalogChange) => {}
  const changes = await listenForChanges(url, (change) => clear(change))
  const purgedTags: string[] = []
  const purge = (tags: string[]) => void purgedTags.push(...tags)
  clear = (await servePages(app, { ...shop, fresh: () => true, owns: [], purge })).clear
  onTestFinished(async () => {
    await changes.stop()
    await app.close()
  })
  const isShown = async (text: string, path = '/') => (await app.inject(path)).body.includes(text)
  return { isShown, purged: purgedTags }
}

async function openAtNoon() {
  const testShop = await testApp()
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  onTestFinished(() => void vi.useRealTimers())
  await saveSettings(testShop.db, { timeZone: 'UTC' })
  return testShop
}

/** Sets the time shortly before midnight, and waits until every process has looked at the shop's clock once. */
async function waitForMidnight() {
  vi.setSystemTime(BEFORE_MIDNIGHT)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
}

test('a notice comes and goes at midnight in the shop, on pages that are cached', async () => {
  const testShop = await openAtNoon()
  const { db } = testShop
  const { look, version } = await editedLook(db)
  const notice = { text: 'Open studio today', path: '', from: '2026-12-02', to: '2026-12-02' }
  await publishDraft(db, (await saveDraft(db, { ...look, notice }, version)).version)
  const { isShown } = await openProcess(testShop)

  expect(await isShown(notice.text)).toBe(false)
  await waitForMidnight()
  vi.setSystemTime(AFTER_MIDNIGHT)
  await waitFor(async () => expect(await isShown(notice.text)).toBe(true))
  vi.setSystemTime(NEXT_MIDNIGHT)
  await waitFor(async () => expect(await isShown(notice.text)).toBe(false))
})

test('time off comes and goes at midnight in every process and at the CDN, and ends at once when it is canceled', async () => {
  const testShop = await openAtNoon()
  const { db } = testShop
  const processes = [await openProcess(testShop), await openProcess(testShop)]
  const areShown = (text: string, path?: string) => Promise.all(processes.map(({ isShown }) => isShown(text, path)))
  const timeOff = { from: '2026-12-02', to: '2026-12-02', text: 'Gone fishing.', orders: 'stop' } as const
  await saveSettings(db, { closed: timeOff })

  expect(await areShown(timeOff.text)).toEqual([false, false])
  await waitForMidnight()
  expect(processes.map(({ purged }) => purged)).toEqual([[], []])
  vi.setSystemTime(AFTER_MIDNIGHT)
  await waitFor(async () => expect(await areShown(timeOff.text)).toEqual([true, true]))
  expect(await areShown('Orders open again on Dec 3, 2026.', '/contact')).toEqual([true, true])
  expect(processes.map(({ purged }) => purged)).toEqual([[SETTINGS], [SETTINGS]])

  await saveSettings(db, { closed: null })
  await waitFor(async () => expect(await areShown(timeOff.text)).toEqual([false, false]))
  await saveSettings(db, { closed: timeOff })
  await waitFor(async () => expect(await areShown(timeOff.text)).toEqual([true, true]))
  vi.setSystemTime(NEXT_MIDNIGHT)
  await waitFor(async () => expect(await areShown(timeOff.text)).toEqual([false, false]))
})
