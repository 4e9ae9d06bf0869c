import { expect, onTestFinished, test, vi } from 'vitest'
import { editedLook, publishDraft, saveDraft } from '../look/looks.ts'
import { saveSettings } from '../settings/settings.ts'
import { testApp } from '../testing/app.ts'
import { servePages } from './pages.ts'

const NOON = new Date('2026-12-01T12:00:00Z')
const BEFORE_MIDNIGHT = new Date('2026-12-01T23:59:58Z')
const AFTER_MIDNIGHT = new Date('2026-12-02T00:00:01Z')
const NEXT_MIDNIGHT = new Date('2026-12-03T00:00:01Z')

test('a notice comes and goes at midnight in the shop, on pages that are cached', async () => {
  const { app, db, shop, get } = await testApp()
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  onTestFinished(() => void vi.useRealTimers())
  await saveSettings(db, { timeZone: 'UTC' })
  const { look, version } = await editedLook(db)
  const notice = { text: 'Open studio today', path: '', from: '2026-12-02', to: '2026-12-02' }
  await publishDraft(db, (await saveDraft(db, { ...look, notice }, version)).version)
  await servePages(app, { ...shop, fresh: () => true, owns: [] })
  const isShown = async () => (await get('/')).body.includes(notice.text)

  vi.setSystemTime(BEFORE_MIDNIGHT)
  expect(await isShown()).toBe(false)
  // The shop's clock has been looked at once before the day changes.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  vi.setSystemTime(AFTER_MIDNIGHT)
  await vi.waitFor(async () => expect(await isShown()).toBe(true), 5_000)
  vi.setSystemTime(NEXT_MIDNIGHT)
  await vi.waitFor(async () => expect(await isShown()).toBe(false), 5_000)
})
