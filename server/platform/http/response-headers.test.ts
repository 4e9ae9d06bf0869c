import '#app/testing/program.ts'
import { globSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { CALLS } from '#app/server/calls.ts'
import { methodOf } from '#app/testing/access-matrix.ts'
import { addPhoto } from '#server/platform/media/photos.ts'
import { ICON_NAMES } from '#server/shop/look/icons.ts'
import { addLogo } from '#server/shop/look/logos.ts'
import { servePages } from '#server/site/pages.ts'
import { testApp } from '#server/testing/app.ts'
import { product, user } from '#server/testing/factories.ts'
import { figure } from '#server/testing/torture.ts'

const UNKNOWN_ID = '0190f5a0-0000-7000-8000-000000000000'

/** A shop with pages and one product, at that URL. */
async function wholeShop(shopUrl = 'https://shop.test') {
  const shop = await testApp({ shopUrl })
  await servePages(shop.app, { ...shop.shop, fresh: () => true, owns: [] })
  await product(shop.db, { slug: 'walnut-pen' })
  return shop
}

const PAGES = [
  '/',
  '/shop',
  '/products/walnut-pen',
  '/products/none',
  '/login',
  '/search/pen',
  '/search?text=pen',
  '/spaceships',
]
const OTHERS = [
  '/favicon.svg',
  '/robots.txt',
  '/images/none.jpg',
  '/healthz',
  '/readyz',
  '/api/docs',
  '/api/none',
  '/%E0%A4%A',
]

test('every response has security headers', { tags: ['H1'] }, async ({ task }) => {
  const { app } = await wholeShop()
  const calls = [
    ...Object.keys(CALLS).map((route) => ({
      method: methodOf(route),
      url: (route.split(' ')[1] ?? '').replace(':id', UNKNOWN_ID),
    })),
    ...[...PAGES, ...OTHERS].map((url) => ({ method: 'GET' as const, url })),
    { method: 'POST' as const, url: '/api/users/login', payload: '{', headers: { 'content-type': 'application/json' } },
    { method: 'DELETE' as const, url: '/shop' },
    { method: 'OPTIONS' as const, url: '/api/products' },
    { method: 'GET' as const, url: `/${'a'.repeat(600)}` },
  ]
  for (const call of calls) {
    const { headers, statusCode } = await app.inject(call)
    const description = `${call.method} ${call.url} ${statusCode}`
    expect(headers['x-content-type-options'], description).toBe('nosniff')
    expect(headers['referrer-policy'], description).toMatch(
      /^(strict-origin-when-cross-origin|no-referrer|same-origin)$/,
    )
    expect(headers['content-security-policy'], description).toMatch(
      /frame-ancestors 'none'|default-src 'none'; sandbox/,
    )
    expect(headers['permissions-policy'], description).toContain('payment=(self)')
    expect(headers['strict-transport-security'], description).toBe('max-age=31536000')
    for (const name of ['x-powered-by', 'server', 'set-cookie', 'access-control-allow-origin'])
      expect(headers[name], description).toBeUndefined()
    const isOfApi = call.url.startsWith('/api/') && !call.url.startsWith('/api/docs/')
    if (isOfApi || statusCode >= 400)
      expect(headers['cache-control'] ?? 'no-store', description).toMatch(/no-store|no-cache/)
  }
  figure(task, `${calls.length} answers, all headers right on each`)
})

test('there is no HSTS without https', { tags: ['H1'] }, async () => {
  const { get } = await wholeShop('http://shop.test')
  expect((await get('/shop')).headers['strict-transport-security']).toBeUndefined()
})

test('no page of another origin can read a response or send more than a form', { tags: ['H3'] }, async ({ task }) => {
  const { app, db } = await wholeShop()
  const { token } = await user(db)
  const origins = [
    'https://evil.example',
    'null',
    'https://shop.test.evil.example',
    'http://shop.test',
    'https://evil-shop.test',
  ]
  let requestCount = 0
  for (const origin of origins)
    for (const url of ['/api/products', '/api/users/profile', '/api/orders/myorders', '/api/openapi.json', '/shop']) {
      const preflightHeaders = {
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization',
      }
      const response = await app.inject({ url, headers: { origin, authorization: `Bearer ${token}` } })
      const preflight = await app.inject({ method: 'OPTIONS', url, headers: { origin, ...preflightHeaders } })
      expect(preflight.statusCode).toBeGreaterThanOrEqual(400)
      for (const { headers } of [response, preflight]) {
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
        expect(JSON.stringify(headers)).not.toContain('evil')
        expect(headers['cross-origin-resource-policy']).toBe('same-origin')
      }
      requestCount += 2
    }
  figure(task, `${requestCount} answers, none that another origin may read`)
})

test('cookies, forms and query strings sign nobody in', { tags: ['H4'] }, async ({ task }) => {
  const { app, db } = await wholeShop()
  const { token } = await user(db, { isAdmin: true })
  const foreignHeaders = {
    cookie: `token=${token}; session=${token}; authorization=Bearer%20${token}`,
    origin: 'https://evil.example',
  }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const guardedCalls = Object.entries(CALLS).filter(([, { access }]) => access !== 'anyone')
  for (const [route] of guardedCalls) {
    const method = methodOf(route)
    const url = (route.split(' ')[1] ?? '').replace(':id', UNKNOWN_ID)
    const ways = [
      { method, url, headers: foreignHeaders },
      {
        method,
        url: `${url}?token=${token}&access_token=${token}&authorization=Bearer+${token}`,
        headers: foreignHeaders,
      },
      ...(method === 'GET'
        ? []
        : [{ method, url, headers: { ...foreignHeaders, ...form }, payload: `token=${token}` }]),
    ]
    for (const way of ways) expect([route, (await app.inject(way)).statusCode]).toEqual([route, 401])
  }
  figure(task, `${guardedCalls.length} calls, 401 to each that only a browser vouches for`)
})

test('pictures may be shown in mail programs and on other sites, and nothing else', { tags: ['H3'] }, async () => {
  const { db, get, shop } = await wholeShop()
  const png = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#204050' } })
    .png()
    .toBuffer()
  const [photo, { logo }] = await Promise.all([addPhoto(shop.photos, png), addLogo(db, png)])
  const pictures = [
    ...['.jpg', '-160.jpeg', '-1200.jpeg', '-320.avif', '-320.webp'].map((end) => `/images/${photo.id}${end}`),
    `/logos/${logo}.png`,
    ...ICON_NAMES.map((name) => `/${name}`),
  ]
  const policyOf = async (path: string, status: number) => {
    const { statusCode, headers } = await get(path)
    expect([path, statusCode]).toEqual([path, status])
    return headers['cross-origin-resource-policy']
  }
  for (const path of pictures) expect([path, await policyOf(path, 200)]).toEqual([path, 'cross-origin'])
  for (const path of ['/', '/products/walnut-pen', '/cart', '/api/products', '/robots.txt', '/manifest.webmanifest'])
    expect([path, await policyOf(path, 200)]).toEqual([path, 'same-origin'])
  for (const path of ['/images/none.jpg', `/logos/${UNKNOWN_ID}.png`, '/assets/none.js'])
    expect([path, await policyOf(path, 404)]).toEqual([path, 'same-origin'])
})

const NOBODYS = `/.env /.git/config /.git/HEAD /package.json /package-lock.json /app/main.ts /server/shop/schema/users.ts /dist/ /assets/
  /assets /images/ /images /data/ /postgres/ /outbox/ /photos/ /node_modules/fastify/package.json /.vite/manifest.json /.DS_Store
  /backup.sql /dump.sql /server-status /debug /debug/pprof /metrics /actuator /admin.php /wp-login.php /phpinfo.php /console /trace
  /api /api/ /api/debug /api/admin /api/users/ /api/orders/ /api/health /graphql /__vite_ping /@vite/client /@fs/etc/passwd
  /src/main.ts /app/web/entry-app.tsx /index.html~ /config.json /secrets.json /id_rsa /.well-known/security /swagger.json
  /images/..%2f..%2fpackage.json /assets/..%2f..%2f..%2fpackage.json /..%2fpackage.json /%2e%2e/%2e%2e/etc/passwd
  /images/%2e%2e%2fpackage.json /assets/%00 /images/....//....//etc/passwd /assets/%5c..%5c..%5cpackage.json`

test('internal files and URLs are not served', { tags: ['H11'] }, async ({ task }) => {
  const { get } = await wholeShop()
  const builtFiles = globSync('**/*', { cwd: 'dist/client/assets', exclude: ['**/*.{br,gz}'] })
  const maps = builtFiles.filter((file) => /\.(js|css)$/.test(file)).map((file) => `/assets/${file}.map`)
  expect(maps.length).toBeGreaterThan(5)
  for (const path of [...NOBODYS.split(/\s+/), ...maps]) {
    const { statusCode, body } = await get(path)
    expect([path, statusCode]).toEqual([path, expect.toBeOneOf([400, 401, 403, 404])])
    expect(body, path).not.toMatch(
      /"dependencies"|root:x:|\[core\]|sourcesContent|node_modules|at \w+ \(|<title>Index of/,
    )
  }
  for (const file of builtFiles.filter((name) => name.endsWith('.js')))
    expect((await get(`/assets/${file}`)).body, file).not.toContain('sourceMappingURL')
  figure(task, `${NOBODYS.split(/\s+/).length + maps.length} addresses`)
})

test('a built file is cached for a year, and that one is missing is not cached', async () => {
  const { get } = await wholeShop()
  const [file] = globSync('*.js', { cwd: 'dist/client/assets' })
  expect((await get(`/assets/${file}`)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const missing = await get('/assets/of-another-build.js')
  expect([missing.statusCode, missing.headers['cache-control']]).toEqual([404, 'no-store'])
  expect((await get('/placeholder.svg')).headers['content-type']).toBe('image/svg+xml')
})

test('a file that is sent has no headers for documents, and the page in place of a missing one has all', async () => {
  const { get, shop } = await wholeShop()
  const png = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#204050' } })
    .png()
    .toBuffer()
  const photo = await addPhoto(shop.photos, png)
  const builtFiles = ['js', 'css', 'woff2'].flatMap(
    (end) => globSync(`*.${end}`, { cwd: 'dist/client/assets' })[0] ?? [],
  )
  expect(builtFiles).toHaveLength(3)
  const documentHeaders = ['cross-origin-opener-policy', 'permissions-policy', 'referrer-policy', 'x-frame-options']
  for (const path of [...builtFiles.map((file) => `/assets/${file}`), `/images/${photo.id}.jpg`]) {
    const { statusCode, headers } = await get(path)
    expect([path, statusCode, headers['x-content-type-options']]).toEqual([path, 200, 'nosniff'])
    expect([path, documentHeaders.filter((name) => name in headers)]).toEqual([path, []])
  }
  expect((await get(`/images/${photo.id}.jpg`)).headers['content-security-policy']).toBe("default-src 'none'; sandbox")
  for (const path of ['/', '/assets/of-another-build.js', '/images/none.jpg'])
    expect(Object.keys((await get(path)).headers), path).toEqual(
      expect.arrayContaining([...documentHeaders, 'content-security-policy']),
    )
})

test('an internal error is answered with one sentence without details', { tags: ['H11'] }, async () => {
  const { app, db, get } = await wholeShop()
  app.get('/api-fault', { schema: { hide: true } }, () => {
    throw new Error('secret detail of /srv/shop')
  })
  await db.execute('alter table products rename to mislaid')
  for (const path of ['/api-fault', '/api/products/walnut-pen', '/products/walnut-pen']) {
    const { statusCode, body } = await get(path)
    expect(statusCode).toBe(500)
    expect(/secret|\/srv|mislaid|relation "|Failed query|node_modules|Error:/.exec(body)).toBe(null)
  }
})
