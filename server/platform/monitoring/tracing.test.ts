import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openMonitoring } from '#app/server/monitoring/open-monitoring.ts'
import { readEnv } from '#server/env.ts'
import { inSpan, startSpan } from '#server/platform/lib/tracing.ts'
import { gatewayTo } from '#server/shop/payments/open-gateway.ts'
import { startSimulator } from '#server/shop/payments/simulator/simulator.ts'
import { testApp, testDatabase } from '#server/testing/app.ts'
import { ADDRESS, GOOD_CARD } from '#server/testing/checkouts.ts'
import { product, user } from '#server/testing/factories.ts'
import { traceCollector } from '#server/testing/trace-collector.ts'
import { samplerOf } from './start-tracing.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const TRACEPARENT = `00-${TRACE}-b7ad6b7169203331-01`

/** A traced shop, whose collector answers what it was sent. */
async function tracedShop(trustProxy?: string[]) {
  const collector = await traceCollector()
  const { db, url } = await testDatabase()
  const gateway = gatewayTo(await startSimulator({ databaseUrl: url, accessToken: 'EAAA-of-the-test' }))
  onTestFinished(() => gateway.close())
  const { observe } = await openMonitoring(readEnv({}), { db, gateway })
  return { ...(await testApp({ gateway }, { observe, trustProxy })), collector }
}

test('a checkout is one trace of its request, its statements and its calls of the card service', async () => {
  const { db, post, collector } = await tracedShop()
  const { token } = await user(db)
  const pen = await product(db, { qty: 2 })
  const order = { orderItems: [{ product: pen.id, qty: 1 }], shippingAddress: ADDRESS, paymentMethod: 'Square' }
  const { _id: orderId, totalPrice } = (await post('/api/orders', order, token)).json()
  const press = { orderId, price: Math.round(totalPrice * 100), sourceId: GOOD_CARD }
  expect((await post('/api/orders/processSquare', press, token)).statusCode).toBe(200)
  const { spans, refused, resources } = await collector.received()
  expect(refused).toEqual([])
  expect(resources[0]).toContainEqual({ key: 'service.name', value: { stringValue: 'boutique' } })
  const request = spans.find(({ name }) => name === 'POST /api/orders/processSquare')
  expect(request?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } })
  const within = spans.filter(({ traceId }) => traceId === request?.traceId)
  expect(within.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'select sessions',
      'with orders',
      'commit',
      'card service POST /v2/payments',
      'card service POST /v2/payments/{id}/complete',
    ]),
  )
  const ids = spans.map(({ spanId }) => spanId)
  for (const { parentSpanId } of within.filter((span) => span !== request)) expect(ids).toContain(parentSpanId)
})

test('a statement is named after what it does and the first table that it names', async () => {
  const { db, collector } = await tracedShop()
  const statements = [
    sql`update products set qty = 1`,
    sql`update "public"."products" set qty = 2`,
    sql`delete from "coupons"`,
    sql`insert into coupons (code) select slug from products limit 0`,
    sql`select orders.id from orders join users on true`,
    sql`select 1`,
  ]
  for (const statement of statements) await inSpan('job', () => db.execute(statement))
  const { spans } = await collector.received()
  const jobs = spans.filter(({ name }) => name === 'job').map(({ spanId }) => spanId)
  const within = spans.filter(({ parentSpanId }) => parentSpanId && jobs.includes(parentSpanId))
  expect(within.map(({ name }) => name)).toEqual([
    'update products',
    'update products',
    'delete coupons',
    'insert coupons',
    'select orders',
    'select',
  ])
})

test.for([
  ['of a trusted proxy', ['127.0.0.1'], true],
  ['of a stranger', undefined, false],
] as const)('the trace %s is continued: %s', async ([, trustedProxy, isContinued]) => {
  const { app, collector } = await tracedShop(trustedProxy && [...trustedProxy])
  const headers = { traceparent: TRACEPARENT, 'x-forwarded-for': '192.0.2.7' }
  await app.inject({ url: '/api/categories', headers })
  const { spans } = await collector.received()
  const request = spans.find(({ name }) => name === 'GET /api/categories')
  expect(request?.traceId === TRACE).toBe(isContinued)
})

test('an error is told by its code, without its message', async () => {
  const { db, get, collector } = await tracedShop()
  const failure = inSpan('job mail', () =>
    Promise.reject(Object.assign(Error('ann@shopper.example'), { code: 'EENVELOPE' })),
  )
  await expect(failure).rejects.toThrow('ann@')
  await db.execute('alter table categories rename to mislaid')
  expect((await get('/api/categories')).statusCode).toBe(500)
  const { spans, text } = await collector.received()
  expect(text).not.toContain('ann@')
  const errors = spans.filter(({ status }) => status.code === 2).map(({ name, attributes }) => [name, ...attributes])
  expect(errors).toContainEqual(['job mail', { key: 'error.type', value: { stringValue: 'EENVELOPE' } }])
  expect(errors.map(([name]) => name)).toContain('GET /api/categories')
})

test('without a collector nothing is traced', async () => {
  const work = vi.fn(async () => 7)
  expect(startSpan('GET /', 'SERVER')).toBeUndefined()
  expect(await inSpan('job mail', work)).toBe(7)
})

test.for([
  [{}, 'ParentBased{root=AlwaysOnSampler, '],
  [{ OTEL_TRACES_SAMPLER: 'always_on' }, 'AlwaysOnSampler'],
  [{ OTEL_TRACES_SAMPLER: 'always_off' }, 'AlwaysOffSampler'],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.01' }, 'TraceIdRatioBased{0.01}'],
  [{ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, 'ParentBased{root=AlwaysOffSampler, '],
  [{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio' }, 'ParentBased{root=TraceIdRatioBased{1}, '],
] as const)('which traces are kept is what the standard variables say: %j', ([settings, sampler]) => {
  expect(samplerOf(readEnv(settings)).toString()).toContain(sampler)
})
