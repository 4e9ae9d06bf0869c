import { expect, test } from 'vitest'
import { servePages } from '#server/site/pages.ts'
import { testApp } from '#server/testing/app.ts'
import { callOf } from './calls.ts'

type Document = {
  openapi: string
  paths: Record<string, Record<string, { security?: unknown[]; responses: object; requestBody?: unknown }>>
  components: { schemas: Record<string, { properties: Record<string, object> }> }
}

async function document() {
  const { get } = await testApp()
  const reply = await get('/api/openapi.json')
  return reply.json<Document>()
}

test('the API describes itself as OpenAPI 3.1, with amounts in dollars as in its JSON', async () => {
  const { openapi, components } = await document()
  expect(openapi).toBe('3.1.0')
  expect(components.schemas.Product?.properties.price).toEqual({ type: 'number', minimum: 0, maximum: 1_000_000 })
})

test('a new order is described with the fields that features add to it', async () => {
  const { paths } = await document()
  expect(paths['/api/orders']?.post?.requestBody).toMatchObject({
    content: {
      'application/json': {
        schema: {
          properties: {
            giftWrap: { type: 'boolean' },
            letters: { type: 'boolean', enum: [true], description: 'The buyer asks for letters of the shop' },
            tickets: { type: 'array', maxItems: 10, items: { type: 'string', pattern: expect.any(String) } },
          },
          required: ['orderItems', 'shippingAddress', 'paymentMethod'],
        },
      },
    },
  })
})

test('the description stays the same after pages were rendered, and in a second API of the process', async () => {
  const before = await document()
  const { app, shop, get } = await testApp()
  await servePages(app, { ...shop, fresh: () => true, owns: [] })
  expect((await get('/')).statusCode).toBe(200)
  for (const description of [(await get('/api/openapi.json')).json(), await document()]) {
    expect(description.paths).toEqual(before.paths)
    expect(description.components).toEqual(before.components)
  }
  expect((await get('/api/docs')).statusCode).toBe(200)
})

test('every described call requires a token exactly when the access table says so', async () => {
  const { paths } = await document()
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, call })),
  )
  expect(calls.length).toBeGreaterThan(15)
  for (const { path, method, call } of calls) {
    const access = callOf(method.toUpperCase(), path.replaceAll(/\{(\w+)\}/g, ':$1'))?.access
    expect([path, access, call.security]).toEqual([path, access, access === 'anyone' ? [] : [{ bearer: [] }]])
  }
})

test('every reference in the description has a target', async () => {
  const apiDocument = await document()
  const schemaNames = [...JSON.stringify(apiDocument).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name]) => name,
  )
  expect(schemaNames.length).toBeGreaterThan(10)
  expect(schemaNames.filter((name) => !apiDocument.components.schemas[name ?? ''])).toEqual([])
})

test('the readable docs load their script from the shop', async () => {
  const { get } = await testApp()
  const page = await get('/api/docs')
  expect(page.body).toContain('<script src="/api/docs/reader.js">')
  const script = await get('/api/docs/reader.js')
  expect(script.headers['content-type']).toContain('text/javascript')
  expect(script.body.length).toBeGreaterThan(1_000_000)
})

test('the description is compressed, and not sent again to a client that has it', async () => {
  const { app } = await testApp()
  const url = '/api/openapi.json'
  const plain = await app.inject(url)
  for (const encoding of ['br', 'gzip']) {
    const { headers, rawPayload } = await app.inject({ url, headers: { 'accept-encoding': encoding } })
    expect(headers).toMatchObject({ 'content-encoding': encoding, etag: plain.headers.etag, vary: 'accept-encoding' })
    expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  }
  const revalidation = await app.inject({ url, headers: { 'if-none-match': String(plain.headers.etag) } })
  expect([revalidation.statusCode, revalidation.rawPayload.length]).toEqual([304, 0])
})
