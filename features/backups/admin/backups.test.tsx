// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { expectCalls } from '#web/testing/calls.ts'
import { ADMIN } from '#web/testing/factories.ts'
import { DISMISS } from '#web/texts/shop.ts'
import type { Backup, Backups } from '../contract.ts'
import BackupsPage from './BackupsPage.tsx'
import { BACKUPS } from './texts.ts'

afterEach(() => vi.restoreAllMocks())

const AT = '2026-11-21T18:44:00.000Z'
const BACKUP: Backup = {
  ...{ name: 'boutique-1.tar', madeAt: AT, bytes: 12_400_000, isEncrypted: false, isCopied: false, orders: 1 },
}
const EMPTY: Backups = {
  ...{ folder: '/var/backups/boutique', hour: 3, hasBucket: false, running: null },
  ...{ backups: [], failure: null, practice: null },
}

async function openBackups(fields: Partial<Backups>) {
  const calls = expectCalls()
  calls.always('GET /api/backups', { body: { ...EMPTY, ...fields } satisfies Backups })
  openScreen(<BackupsPage />, { path: '/admin/backups', user: ADMIN })
  await screen.findByText(fields.folder === null ? BACKUPS.unconfigured : BACKUPS.make)
  return calls
}

const button = (name: string) => screen.queryByRole('button', { name })
const isBusy = (name: string) => button(name)?.getAttribute('aria-disabled') === 'true'

test('a shop without a folder for backups says how to get one, and makes one that it downloads', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue()
  const calls = await openBackups({ folder: null, hour: null })
  expect(screen.getByText(BACKUPS.line)).toBeTruthy()
  expect(button(BACKUPS.practice.start)).toBeNull()
  const without = { ...EMPTY, folder: null, hour: null } satisfies Backups
  calls.always('GET /api/backups', { body: { ...without, running: 'backup' } satisfies Backups })
  calls.once('POST /api/backups', { status: 202, body: null })
  fireEvent.click(screen.getByRole('button', { name: BACKUPS.makeAndDownload }))
  expect(await screen.findByText(BACKUPS.making)).toBeTruthy()
  expect(isBusy(BACKUPS.makeAndDownload)).toBe(true)
  calls.once('POST /api/backups/boutique-1.tar/download', { status: 201, body: { url: '/api/backups/x/file?key=1' } })
  calls.always('GET /api/backups', { body: { ...without, backups: [BACKUP] } satisfies Backups })
  await waitFor(() => expect(assign.mock.calls).toEqual([['/api/backups/x/file?key=1']]))
  expect(screen.queryByText(BACKUPS.making)).toBeNull()
})

test('a backup that a busy shop begins late is downloaded all the same', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue()
  const calls = await openBackups({ folder: null, hour: null })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  calls.once('POST /api/backups', { status: 202, body: null })
  fireEvent.click(screen.getByRole('button', { name: BACKUPS.makeAndDownload }))
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(isBusy(BACKUPS.makeAndDownload)).toBe(true)
  calls.once('POST /api/backups/boutique-1.tar/download', { status: 201, body: { url: '/api/backups/x/file?key=1' } })
  calls.always('GET /api/backups', { body: { ...EMPTY, folder: null, hour: null, backups: [BACKUP] } })
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(assign.mock.calls).toEqual([['/api/backups/x/file?key=1']])
  expect(isBusy(BACKUPS.makeAndDownload)).toBe(false)
})

test('a backup to be downloaded that fails says why, and downloads nothing', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue()
  const calls = await openBackups({ folder: null, hour: null })
  const without = { ...EMPTY, folder: null, hour: null } satisfies Backups
  calls.always('GET /api/backups', { body: { ...without, running: 'backup' } satisfies Backups })
  calls.once('POST /api/backups', { status: 202, body: null })
  fireEvent.click(screen.getByRole('button', { name: BACKUPS.makeAndDownload }))
  await screen.findByText(BACKUPS.making)
  calls.always('GET /api/backups', { body: { ...without, failure: { at: AT, problem: 'The disk is full.' } } })
  expect((await screen.findByRole('alert')).textContent).toContain('The disk is full.')
  expect(assign).not.toHaveBeenCalled()
})

test('a shop that was never backed up has nothing to practice with', async () => {
  await openBackups({})
  expect(screen.getByText(BACKUPS.empty)).toBeTruthy()
  expect(button(BACKUPS.make)).toBeTruthy()
  expect(button(BACKUPS.practice.start)).toBeNull()
})

test('a backup that failed says why, above those that there are', async () => {
  await openBackups({ backups: [BACKUP], failure: { at: AT, problem: 'The disk is full.' } })
  expect(screen.getByRole('alert').textContent).toMatch(/^The backup of Nov 21, 2026.* failed\. The disk is full\.$/)
  expect(screen.getByText('12 MB · 1 order')).toBeTruthy()
  expect(screen.getByText(BACKUPS.practice.never)).toBeTruthy()
})

test('a backup that is being made keeps another from being started, and its end is shown', async () => {
  const calls = await openBackups({ running: 'backup' })
  expect(screen.getByText(BACKUPS.making)).toBeTruthy()
  expect(isBusy(BACKUPS.make)).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: BACKUPS.make }))
  calls.always('GET /api/backups', { body: { ...EMPTY, backups: [BACKUP] } satisfies Backups })
  await waitFor(() => expect(isBusy(BACKUPS.make)).toBe(false))
  expect(screen.queryByText(BACKUPS.making)).toBeNull()
  expect(calls.sent('POST /api/backups')).toEqual([])
})

test('a press that is refused says why until that is dismissed, and can be repeated', async () => {
  const calls = await openBackups({ backups: [BACKUP] })
  calls.always('GET /api/backups', { body: { ...EMPTY, backups: [BACKUP] } satisfies Backups })
  calls.once('POST /api/backups', { status: 409, body: { code: 'backup_busy', message: 'One is being made.' } })
  fireEvent.click(screen.getByRole('button', { name: BACKUPS.make }))
  expect(await screen.findByText('One is being made.')).toBeTruthy()
  await waitFor(() => expect(isBusy(BACKUPS.make)).toBe(false))
  fireEvent.click(screen.getByRole('button', { name: DISMISS }))
  expect(screen.queryByRole('alert')).toBeNull()
  calls.once('POST /api/backups', { status: 409, body: { code: 'backup_busy', message: 'One is being made.' } })
  fireEvent.click(screen.getByRole('button', { name: BACKUPS.make }))
  expect(await screen.findByText('One is being made.')).toBeTruthy()
})

test('a practice that did not bring back the shop says what differs', async () => {
  const comparisons = [
    { isSame: true, text: 'The books are in order.' },
    { isSame: false, text: '2 photos did not come back.' },
  ]
  await openBackups({ backups: [BACKUP], practice: { at: AT, backup: BACKUP.name, isGood: false, comparisons } })
  expect(screen.getByText(/the backup did not bring back the shop\.$/)).toBeTruthy()
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items.slice(0, 2)).toEqual([
    `${BACKUPS.practice.same} The books are in order.`,
    `${BACKUPS.practice.differs} 2 photos did not come back.`,
  ])
})
