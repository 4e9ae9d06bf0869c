import { afterEach, expect, test } from 'vitest'
import { keysInTab, readFromTab, removeFromTab, saveInTab } from './tab-storage.ts'

const storage = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage') as PropertyDescriptor

afterEach(() => void Object.defineProperty(globalThis, 'sessionStorage', storage))

test('a value is there until it is removed', () => {
  saveInTab('a', { of: [1, 'text'] })
  expect(readFromTab('a')).toEqual({ of: [1, 'text'] })
  expect(keysInTab()).toEqual(['a'])
  removeFromTab('a')
  expect(readFromTab('a')).toBeUndefined()
})

test('invalid JSON counts as absent', () => {
  sessionStorage.setItem('a', '{')
  expect(readFromTab('a')).toBeUndefined()
})

test('with blocked storage nothing is stored and nothing is thrown', () => {
  Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    get() {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  })
  saveInTab('a', 1)
  expect(readFromTab('a')).toBeUndefined()
  removeFromTab('a')
  expect(keysInTab()).toEqual([])
})
