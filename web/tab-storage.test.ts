import { afterEach, expect, test } from 'vitest'
import { readFromTab, removeFromTab, saveInTab } from './tab-storage.ts'

const storage = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage') as PropertyDescriptor

afterEach(() => {
  Object.defineProperty(globalThis, 'sessionStorage', storage)
  sessionStorage.clear()
})

test('what is kept is there until it is forgotten', () => {
  saveInTab('a', { of: [1, 'text'] })
  expect(readFromTab('a')).toEqual({ of: [1, 'text'] })
  removeFromTab('a')
  expect(readFromTab('a')).toBeUndefined()
})

test('what is no JSON counts as absent', () => {
  sessionStorage.setItem('a', '{')
  expect(readFromTab('a')).toBeUndefined()
})

test('a browser that blocks its storage keeps nothing, and throws nothing', () => {
  Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    get() {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  })
  saveInTab('a', 1)
  expect(readFromTab('a')).toBeUndefined()
  removeFromTab('a')
})
