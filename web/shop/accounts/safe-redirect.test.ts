import { expect, test } from 'vitest'
import { figure } from '#server/testing/torture.ts'
import { redirectTarget } from './safe-redirect.ts'

test.for([
  ['nothing', null, '/'],
  ['an empty text', '', '/'],
  ['a word', 'shipping', '/shipping'],
  ['a path', '/placeorder', '/placeorder'],
  ['a deeper path', '/order/0198a0f2-7c1e-7000-8000-000000000001', '/order/0198a0f2-7c1e-7000-8000-000000000001'],
  ['a path with a query', '/shop?page=2', '/shop?page=2'],
  ['an encoded space', '/category/wine%20stoppers', '/category/wine%20stoppers'],
  ['the root', '/', '/'],
] as const)('%s is followed inside the shop', ([, raw, target]) => expect(redirectTarget(raw)).toBe(target))

test.for([
  ['//evil.example'],
  ['///evil.example'],
  ['/\\evil.example'],
  ['\\\\evil.example'],
  ['https://evil.example'],
  ['https:evil.example'],
  ['https:/evil.example'],
  ['javascript:alert(1)'],
  ['JavaScript:alert(1)'],
  ['data:text/html,x'],
  ['%2F%2Fevil.example'],
  ['/%2Fevil.example'],
  ['/%5Cevil.example'],
  ['/%255Cevil.example'],
  ['/%09/evil.example'],
  ['/\t/evil.example'],
  ['\t//evil.example'],
  ['/\n/evil.example'],
  [' //evil.example'],
  ['/..//evil.example'],
  ['/./\\evil.example'],
  ['user@evil.example'],
  ['/@evil.example'],
  ['/%40evil.example'],
  ['/%'],
  ['/\u202eevil'],
] as const)('%j redirects to the home page', ([raw]) => expect(redirectTarget(raw)).toBe('/'))

const SHOP = 'https://shop.example'
const HOSTS = ['evil.example', 'shop.example@evil.example', 'shop.example.evil.example', '%65vil.example']
const STARTS = [
  '//',
  '/\\',
  '\\\\',
  'https:',
  'https://',
  '\t//',
  '/\n/',
  '/..//',
  ' //',
  'javascript:',
  '/%2f',
  '/%5c',
  '@',
]

/** Every start before every host: plain, encoded once and encoded twice. */
const TRIES = STARTS.flatMap((start) =>
  HOSTS.flatMap((host) => {
    const raw = start + host
    return [raw, encodeURIComponent(raw), encodeURIComponent(encodeURIComponent(raw))]
  }),
)

test('no redirect of a sign-in link leaves the shop', { tags: ['X6'] }, ({ task }) => {
  const leaving = TRIES.filter((redirect) => {
    const target = redirectTarget(new URLSearchParams(`redirect=${redirect}`).get('redirect'))
    // Resolves a path as a browser does for links and scripts.
    return new URL(target, SHOP).origin !== SHOP
  })
  expect(leaving).toEqual([])
  expect(TRIES.length).toBeGreaterThanOrEqual(60)
  figure(task, `${TRIES.length} addresses of elsewhere: none is followed`)
})
