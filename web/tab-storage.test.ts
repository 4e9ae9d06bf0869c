import { afterEach, expect, test } from 'vitest'
import { forgetInTab, fromTab, keepInTab } from './tab-storage.ts'

const storage = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage') as PropertyDescriptor

afterEach(() => {
  Object.defineProperty(globalThis, 'sessionStorage', storage)
  sessionStorage.clear()
})

test('what is kept is there until it is forgotten', () => {
  keepInTab('a', { of: [1, 'text'] })
  expect(fromTab('a')).toEqual({ of: [1, 'text'] })
  forgetInTab('a')
  expect(fromTab('a')).toBeUndefined()
})

test('what is no JSON counts as absent', () => {
  sessionStorage.setItem('a', '{')
  expect(fromTab('a')).toBeUndefined()
})

test('a browser that blocks its storage keeps nothing, and throws nothing', () => {
  Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    get() {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  })
  keepInTab('a', 1)
  expect(fromTab('a')).toBeUndefined()
  forgetInTab('a')
})
