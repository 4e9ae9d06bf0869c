import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import type { Look } from '#contract/admin/look.ts'
import { DEFAULT_LOOK } from '#server/shop/look/looks.ts'
import { servePages } from '#server/site/pages.ts'
import { testApp } from '#server/testing/app.ts'
import { admin, product } from '#server/testing/factories.ts'

const PAGES = ['/', '/shop', '/contact', '/products/mug', '/cart', '/api/shop', '/manifest.webmanifest']

/** A shop with pages, in which an admin saves hostile settings and looks. */
async function openShop() {
  const testShop = await testApp()
  const { db, app, shop, get, put, post } = testShop
  await product(db, { slug: 'mug', qty: 3, featured: true })
  await servePages(app, { ...shop, fresh: () => false, owns: [] })
  const { token } = await admin(db)
  const editedLook = async () => (await get('/api/look', token)).json<{ look: Look; version: string }>()
  const saveSettings = (body: unknown) => put('/api/settings', body, token)
  const saveLook = async (look: unknown) => put('/api/look', { look, version: (await editedLook()).version }, token)
  const publish = async () => post('/api/look/publish', { version: (await editedLook()).version }, token)
  const readAll = async () => [(await get('/api/settings', token)).json(), (await editedLook()).look]
  return { ...testShop, token, saveSettings, saveLook, publish, read: readAll }
}

type Shop = Awaited<ReturnType<typeof openShop>>
type Reply = Awaited<ReturnType<Shop['get']>>

/** Saved, or refused in a sentence. */
function expectPolite(reply: Reply, sentText: string) {
  if (reply.statusCode === 200) return true
  expect([400, 409, 413, 422], `${sentText}: ${reply.body.slice(0, 200)}`).toContain(reply.statusCode)
  const { message, issues = [] } = reply.json()
  for (const sentence of [message, ...issues.map((issue: { message: string }) => issue.message)])
    expect(sentence, sentText).toMatch(/^\P{Cc}{5,200}[.)]$/u)
  return false
}

/** The pages are shown, and nothing that was saved is markup, a script or a link to one in them. */
async function expectHarmless({ get }: Shop, sentText: string) {
  for (const path of PAGES) {
    const { statusCode, body } = await get(path)
    expect(statusCode, `${path} after ${sentText}`).toBe(200)
    if (path.startsWith('/api/') || path.endsWith('.webmanifest')) continue
    expect(body, `${path} after ${sentText}`).not.toMatch(/<(img src=x|script>alert)|href="\s*(javascript|data):/i)
  }
}

const MARKUP = `"><img src=x onerror=alert(1)></title></script><script>alert(1)</script>`
const HOSTILE_TEXTS = {
  markup: MARKUP,
  'a script for templates': '{{constructor.constructor("alert(1)")()}}',
  'marks that turn the direction of text': '\u202eevil\u2066\u200f‏abc',
  'invisible characters': '\u200b\ufeff\u2060',
  '10,000 characters': 'x'.repeat(10_000),
  'a word without a space': 'Wiesenblumenvasen'.repeat(3),
  'a zero byte': 'a\u0000b',
  'half an emoji': 'a\ud83cb',
  'line breaks': 'one\r\ntwo\u2028three',
  'a link to a script': 'javascript:alert(1)',
  'a page as a link': 'data:text/html,<script>alert(1)</script>',
  'another site as a path': '//evil.example/shop',
  'a header of a mail': 'shop\r\nBcc: eve@evil.example',
  SQL: "'; drop table settings; --",
  'combining marks': `Z${'\u0351\u0321'.repeat(25)}`,
}
const ODD_VALUES = [
  null,
  true,
  -1,
  1e308,
  0.1 + 0.2,
  -0,
  1e-9,
  2 ** 53,
  '5.5',
  '',
  [],
  [[]],
  {},
  { from: {} },
  { length: -1 },
]

const settingNames = Object.keys(DEFAULT_SETTINGS)
const TIME_OFF = { from: '2026-01-01', to: '2098-01-01', text: 'Away.', orders: 'later' }

/** A look in which every part is there. */
const FULL_LOOK = {
  ...DEFAULT_LOOK,
  mark: { kind: 'monogram', letters: 'M' },
  notice: { text: 'Open studio', path: '/shop', from: null, to: null },
}

type Path = (string | number)[]

/** The paths of all values inside a value. */
const pathsIn = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? [
        ...(path.length > 0 ? [path] : []),
        ...Object.entries(value).flatMap(([key, part]) => pathsIn(part, [...path, key])),
      ]
    : [path]

/** The value with another one at the path. */
function withPart(value: unknown, [key, ...rest]: Path, part: unknown): unknown {
  if (key === undefined) return part
  const copy = structuredClone(value) as Record<string, unknown>
  copy[key] = withPart(copy[key], rest, part)
  return copy
}

test.for(Object.entries(HOSTILE_TEXTS))(
  'a setting or look with %s is refused in a sentence, or harmless',
  async ([name, text]) => {
    const shop = await openShop()
    for (const field of settingNames) expectPolite(await shop.saveSettings({ [field]: text }), `${field}: ${name}`)
    expectPolite(await shop.saveSettings({ closed: { ...TIME_OFF, text } }), `closed: ${name}`)
    let look: unknown = FULL_LOOK
    for (const path of pathsIn(FULL_LOOK)) {
      const changedLook = withPart(look, path, text)
      if (expectPolite(await shop.saveLook(changedLook), `${path.join('.')}: ${name}`)) look = changedLook
    }
    expectPolite(await shop.publish(), name)
    await expectHarmless(shop, name)
  },
)

test('values of another type and odd numbers are refused in a sentence, or harmless', async () => {
  const shop = await openShop()
  for (const value of ODD_VALUES) {
    const sentJson = JSON.stringify(value)
    for (const field of settingNames) expectPolite(await shop.saveSettings({ [field]: value }), `${field}: ${sentJson}`)
    for (const path of pathsIn(FULL_LOOK))
      expectPolite(await shop.saveLook(withPart(FULL_LOOK, path, value)), `${path.join('.')}: ${sentJson}`)
    expectPolite(await shop.saveLook(value), `look: ${sentJson}`)
    expectPolite(await shop.put('/api/own-shop', { welcomeStep: value, keepsDemo: value }, shop.token), sentJson)
    for (const call of ['/api/look/publish', '/api/look/discard', '/api/look/1/publish'])
      expectPolite(await shop.post(call, { version: value }, shop.token), `${call}: ${sentJson}`)
  }
  await expectHarmless(shop, 'odd values')
})

test('unknown keys change nothing, and a body that is too large is refused', async () => {
  const shop = await openShop()
  const before = await shop.read()
  const { look, version } = (await shop.get('/api/look', shop.token)).json()
  const unknownFields = {
    isAdmin: true,
    taxBasisPoints: 0,
    id: false,
    constructor: { name: 'x' },
    css: '* { display: none }',
  }
  expect((await shop.saveSettings(unknownFields)).statusCode).toBe(200)
  expect(
    (await shop.put('/api/look', { look: { ...look, ...unknownFields, ...DEFAULT_LOOK }, version }, shop.token))
      .statusCode,
  ).toBe(200)
  expect(await shop.read()).toEqual([before[0], look])

  const huge = 'x'.repeat(70_000)
  for (const body of [{ story: huge }, { [huge]: 1 }, { closed: Array(40_000).fill(0) }])
    expect((await shop.saveSettings(body)).json()).toMatchObject({ code: 'too_large' })
  expect((await shop.saveLook({ ...FULL_LOOK, home: Array(40_000).fill('story') })).json()).toMatchObject({
    code: 'too_large',
  })
  expect(await shop.read()).toEqual([before[0], look])
})
