import { expect, test } from 'vitest'
import { pageUrl } from './cache-key.ts'

test.for([
  ['/shop', '/shop'],
  ['/shop?utm_source=letter', '/shop'],
  ['/login?redirect=shipping', '/login?redirect=shipping'],
  ['/login?utm_source=letter&redirect=%2Fprofile', '/login?redirect=%2Fprofile'],
  ['/login?redirect=', '/login'],
  ['/cart/zi-zinnia-mug?qty=2', '/cart/zi-zinnia-mug'],
  ['/shop?inStock=true&utm=x&color=blue&sort=-price', '/shop?sort=-price&color=blue&inStock=true'],
  ['/search/mug/page/2?maxPrice=20&minPrice=5', '/search/mug/page/2?minPrice=5&maxPrice=20'],
  ['/category/cups?minPrice=20&maxPrice=5', '/category/cups?minPrice=5&maxPrice=20'],
  ['/shop?sort=&color=&minPrice=&maxPrice=', '/shop'],
  ['/shop?minPrice=12%2C50', '/shop?minPrice=12.50'],
  ['/shop?color=rouge&sort=up&minPrice=1e9&maxPrice=-1&inStock=yes', '/shop'],
  [`/shop?maxPrice=${'9'.repeat(500)}&color=blue&color=red`, '/shop?color=blue'],
  ['/products/zi-zinnia-mug?color=blue&sort=price', '/products/zi-zinnia-mug'],
  ['/?color=blue', '/'],
  ['/?redirect=1', '/'],
  ['/shop?redirect=1&sort=name', '/shop?sort=name'],
  ['/register/?redirect=shipping', '/register/?redirect=shipping'],
  ['/login-of-another?redirect=1', '/login-of-another'],
  ['//evil.example/shop', '/evil.example/shop'],
  // One page for all links, and none of them kept in memory.
  ['/reset-password/a-token?x=1', '/reset-password/***'],
] as const)('the cache key of %s is %s', ([url, key]) => {
  expect(pageUrl(url)).toBe(key)
})
