import '#app/testing/program.ts'
import { globSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testCheckout } from '#server/testing/checkouts.ts'
import { coupon, product, session, user } from '#server/testing/factories.ts'
import type { Document, Schema } from '#server/testing/requests.ts'
import { figure, runs } from '#server/testing/torture.ts'

const ENDS = ['', '--', '#', '/*', ';--']
const STARTS = ["'", '"', ')', "')", "'))", '\\', "\\'", '$$', '`', '']
const PARTS = [
  ' or 1=1 ',
  ' or pg_sleep(60) is null ',
  ' union select null,password_hash from users ',
  '; update users set is_admin = true ',
  '; drop table users cascade ',
  ' and (select 1/0) = 1 ',
  '||(select password_hash from users limit 1)||',
]
const ATTACKS = PARTS.flatMap((part) => STARTS.flatMap((start) => ENDS.map((end) => start + part + end)))

type Place = {
  method: string
  path: string
  where: 'path' | 'query' | 'body'
  name: string
  rest: Record<string, unknown>
}

/** Every text field of the API description; the other fields of its request are valid. */
function placesOf(document: Document, knownValues: Record<string, unknown>): Place[] {
  const schemaOf = (schema: Schema): Schema =>
    schema.$ref ? (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], requestBody }]) => {
      const { properties = {} } = schemaOf(requestBody?.content['application/json']?.schema ?? {})
      const rest = Object.fromEntries(
        Object.keys(properties).flatMap((name) => (name in knownValues ? [[name, knownValues[name]]] : [])),
      )
      return [
        ...parameters.map((one) => ({ method, path, where: one.in, name: one.name, rest })),
        ...Object.keys(properties).map((name) => ({ method, path, where: 'body' as const, name, rest })),
      ]
    }),
  )
}

test('SQL in any field of any call is stored or compared as text', {
  tags: ['X4'],
}, async ({ task }) => {
  const { app, db, get, placed, buyer } = await testCheckout()
  const pen = await product(db)
  const { code } = await coupon(db)
  const other = await user(db)
  const order = await placed(pen)
  const storedRows = () =>
    db.execute<Record<string, unknown>>(sql`
      select (select count(*)::int from users where is_admin) as admins, (select count(*)::int from users) as users, (select count(*)::int from products) as products,
        (select password_hash from users where id = ${other.user.id}) as hash`)
  const before = (await storedRows()).rows
  const document = (await get('/api/openapi.json')).json<Document>()
  const address = { address: '1 Main Street', city: 'Denver', state: 'CO', postalCode: '80202' }
  const places = placesOf(document, {
    orderItems: [{ product: pen.id, qty: 1 }],
    shippingAddress: address,
    paymentMethod: 'Square',
    name: 'Ann',
    password: 'a walnut pen in the rain',
    order: order._id,
    code,
    zip: '80202',
    price: 500,
    sourceId: 'cnon:card-nonce-declined',
    restock: false,
  })
  const each = runs(7, ATTACKS.length)
  let requestCount = 0
  for (const [at, { method, path, where, name, rest }] of places.entries())
    for (let turn = 0; turn < each; turn++) {
      const attack = ATTACKS[(at * 53 + turn * 51) % ATTACKS.length] ?? ''
      const text = encodeURIComponent(attack)
      const url = path.replace('{id}', where === 'path' ? text : order._id)
      const reply = await app.inject({
        method: method as 'GET',
        url: where === 'query' ? `${url}?${name}=${text}` : url,
        headers: { authorization: `Bearer ${await session(db, buyer.id)}` },
        ...(method === 'get' ? {} : { payload: { ...rest, ...(where === 'body' ? { [name]: attack } : {}) } }),
      })
      requestCount++
      // A sleep that the database ran would reach the statement timeout of ten seconds: the answer would be a 500.
      const description = `${method} ${path} ${name} ${attack}: ${reply.statusCode} ${reply.body}`
      expect(reply.statusCode, description).toBeLessThan(500)
      expect(description).not.toContain('$argon2')
      expect(description).not.toMatch(/syntax error|postgres|relation|SQLSTATE/i)
      if (where === 'query' && reply.statusCode === 200) expect(reply.json().products, description).toEqual([])
    }
  expect((await storedRows()).rows).toEqual(before)
  figure(task, `${requestCount} attacks on ${places.length} fields, 0 findings`)
})

test('no statement is concatenated from text', { tags: ['X4'] }, () => {
  const files = globSync('{app/server,server,features}/**/*.ts').filter(
    (file) => !/\.test\.ts$|server\/testing\/|server\/shop\/payments\/simulator\//.test(file),
  )
  expect(files.length).toBeGreaterThan(50)
  // Constants of the code are no user's text.
  const raw = files.filter((file) =>
    /sql\.raw\((?!String\([A-Z_]+\)\))|\.unsafe\(|\.query\(\s*`[^`]*\$\{/.test(readFileSync(file, 'utf8')),
  )
  // The functions of the database are files of the repository, which no parameter can hold.
  expect(raw).toEqual(['server/shop/database/functions.ts'])
})
