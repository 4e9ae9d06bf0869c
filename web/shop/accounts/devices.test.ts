import { expect, test, vi } from 'vitest'
import { DEVICES_MAX } from '#contract/passwords.ts'
import { deviceMarks, saveDeviceMark } from './devices.ts'

/** A browser storage with this text as its device marks. */
function storageWith(text: string | null) {
  const storage = new Map(text === null ? [] : [['devices', text]])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  })
}

test('one mark per user is saved, the newest first', () => {
  storageWith(null)
  saveDeviceMark('ann', 'a1')
  saveDeviceMark('bob', 'b1')
  saveDeviceMark('ann', 'a2')
  expect(deviceMarks()).toEqual(['a2', 'b1'])
})

test('no more marks are saved than the shop accepts', () => {
  storageWith(null)
  for (let round = 0; round <= DEVICES_MAX; round++) saveDeviceMark(`user-${round}`, `mark-${round}`)
  expect(deviceMarks()).toEqual(['mark-5', 'mark-4', 'mark-3', 'mark-2', 'mark-1'])
})

const GOOD = { user: 'ann', mark: 'a1' }
const DAMAGED_MARKS = [
  null,
  7,
  'text',
  {},
  [],
  { mark: 'x' },
  { user: 'ann', mark: 7 },
  { user: 'ann', mark: 'x'.repeat(101) },
]

test.for([
  ['{', []],
  ...[null, 7, 'text', {}, []].map((value) => [JSON.stringify(value), []] as const),
  [JSON.stringify([...DAMAGED_MARKS, GOOD]), ['a1']],
  [JSON.stringify(Array(20).fill(GOOD)), Array(DEVICES_MAX).fill('a1')],
] as const)('of %s in the storage only valid marks are sent', ([text, marks]) => {
  storageWith(text)
  expect(deviceMarks()).toEqual(marks)
  saveDeviceMark('bob', 'b1')
  expect(deviceMarks()[0]).toBe('b1')
})

test('a browser that blocks its storage sends no marks, and can still sign in', () => {
  const refuse = () => {
    throw new Error('The storage is off.')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  saveDeviceMark('ann', 'a1')
  expect(deviceMarks()).toEqual([])
})
