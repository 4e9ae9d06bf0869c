import { expect, test } from 'vitest'
import { pageUrl } from './pages.ts'

test.for([
  ['/shop', '/shop'],
  ['/shop?utm_source=letter', '/shop'],
  ['/login?redirect=shipping', '/login?redirect=shipping'],
  ['/login?utm_source=letter&redirect=%2Fprofile', '/login?redirect=%2Fprofile'],
  ['/login?redirect=', '/login'],
  ['/cart/zi-zinnia-mug?qty=2', '/cart/zi-zinnia-mug'],
  ['//evil.example/shop', '/evil.example/shop'],
  // One page for all links, and none of them kept in memory.
  ['/reset-password/a-token?x=1', '/reset-password/***'],
] as const)('the page of %s is kept as %s', ([asked, kept]) => {
  expect(pageUrl(asked)).toBe(kept)
})
