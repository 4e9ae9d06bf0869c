import { expect, onTestFinished, test } from 'vitest'
import { runSql } from '#server/testing/cluster.ts'
import { contractFetch } from '#server/testing/square-contract.ts'
import { type Body, paymentRequest, testSimulator } from '#server/testing/test-simulator.ts'
import { openSimulatorPool } from './database.ts'
import { startSimulator } from './simulator.ts'

test('a payment is held, taken and given back, each answer as Square describes it', async () => {
  const { call, get, locationId } = await testSimulator()
  const authorization = await call('POST', '/v2/payments', paymentRequest())
  expect(authorization).toMatchObject({
    status: 200,
    body: { payment: { status: 'APPROVED', approved_money: { amount: 1055 }, location_id: locationId } },
  })
  const path = `/v2/payments/${authorization.body.payment?.id}`
  const completion = await call('POST', `${path}/complete`, {})
  expect(completion).toMatchObject({ status: 200, body: { payment: { status: 'COMPLETED' } } })

  const refund = {
    idempotency_key: 'refund',
    payment_id: authorization.body.payment?.id,
    amount_money: { amount: 1000, currency: 'USD' },
  }
  const refundReply = await call('POST', '/v2/refunds', refund)
  expect(refundReply).toMatchObject({ status: 200, body: { refund: { status: 'PENDING' } } })
  expect(await call('POST', '/v2/refunds', refund)).toEqual(refundReply)
  const refundSeen = await get(`/v2/refunds/${refundReply.body.refund?.id}`)
  expect(refundSeen.body.refund?.status).toBe('COMPLETED')
  const more = await call('POST', '/v2/refunds', { ...refund, idempotency_key: 'more' })
  expect(more).toMatchObject({ status: 400, body: { errors: [{ code: 'REFUND_AMOUNT_INVALID' }] } })
  expect((await get(path)).body.payment).toMatchObject({ refunded_money: { amount: 1000 } })
})

test('a payment and its refund read no other payments, however many there are', async () => {
  const { call, url } = await testSimulator()
  const one = await call('POST', '/v2/payments', paymentRequest())
  await runSql(
    url,
    `insert into square_simulator.payments
      select id || n, idempotency_key || n, body_hash, http_status, answer, payment || '{"status": "COMPLETED"}',
        created_at, now() - interval '1 day'
      from square_simulator.payments, generate_series(1, 5000) n`,
  )
  await runSql(url, 'analyze square_simulator.payments')
  const rowsScanned = async () => {
    const { rows } = await runSql(
      url,
      `select seq_tup_read::int as scanned from pg_stat_user_tables where relid = 'square_simulator.payments'::regclass`,
    )
    return Number(rows[0]?.scanned)
  }
  const connections = async () => {
    const { rows } = await runSql(
      url,
      `select count(*)::int as open from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    return rows[0]?.open
  }
  const before = await rowsScanned()
  const path = `/v2/payments/${one.body.payment?.id}`
  expect(await call('POST', `${path}/complete`, {})).toMatchObject({ status: 200 })
  const refund = {
    idempotency_key: 'all',
    payment_id: one.body.payment?.id,
    amount_money: { amount: 1055, currency: 'USD' },
  }
  expect(await call('POST', '/v2/refunds', refund)).toMatchObject({ status: 200 })
  // A connection tells what it has read once it ends.
  await runSql(
    url,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await expect.poll(connections).toBe(0)
  expect((await rowsScanned()) - before).toBeLessThan(100)
})

test.for([
  ['cnon:card-nonce-declined', 402, 'GENERIC_DECLINE'],
  ['cnon:card-nonce-rejected-cvv', 402, 'CVV_FAILURE'],
  ['cnon:card-nonce-rejected-postalcode', 402, 'ADDRESS_VERIFICATION_FAILURE'],
  ['cnon:card-nonce-rejected-expiration', 402, 'INVALID_EXPIRATION'],
  ['cnon:gift-card-nonce-insufficient-funds', 402, 'INSUFFICIENT_FUNDS'],
  ['cnon:gift-card-nonce-insufficient-permission', 402, 'INSUFFICIENT_PERMISSIONS'],
  ['cnon:card-nonce-already-used', 400, 'CARD_TOKEN_USED'],
  ['cnon:nobody-knows', 404, 'NOT_FOUND'],
] as const)('%s answers %d %s', async ([source_id, status, code]) => {
  const { call } = await testSimulator()
  const reply = await call('POST', '/v2/payments', paymentRequest({ source_id }))
  expect(reply).toMatchObject({ status, body: { errors: [{ code }] } })
})

test.for([
  ['without an amount', { amount_money: undefined }, 'MISSING_REQUIRED_PARAMETER'],
  ['a fraction of a cent', { amount_money: { amount: 10.5, currency: 'USD' } }, 'INVALID_VALUE'],
  ['another currency', { amount_money: { amount: 10, currency: 'EUR' } }, 'INVALID_VALUE'],
  ['a key of 46 characters', { idempotency_key: 'k'.repeat(46) }, 'VALUE_TOO_LONG'],
  ['a reference of 41 characters', { reference_id: 'r'.repeat(41) }, 'VALUE_TOO_LONG'],
  ['a field nobody knows', { colour: 'red' }, 'UNKNOWN_BODY_PARAMETER'],
  ['a delay of ten seconds', { delay_duration: 'PT10S' }, 'INVALID_VALUE'],
  ['a location that is not ours', { location_id: 'LOTHER' }, 'NOT_FOUND'],
] as const)('a payment with %s is refused', async ([, fields, code]) => {
  const { call } = await testSimulator()
  expect((await call('POST', '/v2/payments', paymentRequest(fields))).body.errors).toMatchObject([{ code }])
})

test('a key pays once: the same body gets the first answer, another one is refused', async () => {
  const { call } = await testSimulator()
  const body = paymentRequest()
  const all = await Promise.all(Array.from({ length: 10 }, () => call('POST', '/v2/payments', body)))
  expect(new Set(all.map((reply) => reply.body.payment?.id)).size).toBe(1)
  const other = await call('POST', '/v2/payments', { ...body, source_id: 'cnon:gift-card-nonce-ok' })
  expect(other).toMatchObject({ status: 400, body: { errors: [{ code: 'IDEMPOTENCY_KEY_REUSED' }] } })
})

test('a hold is cancelled by its key, also when there is none; money that was taken is not', async () => {
  const { call, get } = await testSimulator()
  const body = paymentRequest()
  const { body: authorization } = await call('POST', '/v2/payments', body)
  const cancel = (idempotency_key: string) => call('POST', '/v2/payments/cancel', { idempotency_key })
  expect(await cancel(body.idempotency_key)).toEqual({ status: 200, body: {} })
  expect((await get(`/v2/payments/${authorization.payment?.id}`)).body.payment).toMatchObject({ status: 'CANCELED' })
  expect(await cancel('never-seen')).toEqual({ status: 200, body: {} })
  expect(await call('POST', `/v2/payments/${authorization.payment?.id}/complete`, {})).toMatchObject({ status: 400 })

  const atOnce = paymentRequest({ autocomplete: true, delay_duration: undefined })
  expect((await call('POST', '/v2/payments', atOnce)).body.payment).toMatchObject({ status: 'COMPLETED' })
  expect(await cancel(atOnce.idempotency_key)).toMatchObject({ status: 400 })
})

test('payments are listed page by page, newest first, none twice', async () => {
  const { call, get, locationId } = await testSimulator()
  for (let i = 0; i < 5; i++) await call('POST', '/v2/payments', paymentRequest())
  const seenIds: string[] = []
  let path: string | undefined = `/v2/payments?limit=2&location_id=${locationId}`
  while (path) {
    const { body }: { body: Body } = await get(path)
    seenIds.push(...(body.payments ?? []).map(({ id }) => id))
    path = body.cursor && `/v2/payments?limit=2&cursor=${body.cursor}`
  }
  expect(new Set(seenIds).size).toBe(5)
  const backwards = await get('/v2/payments?sort_order=ASC')
  expect(backwards.body.payments?.map(({ id }) => id)).toEqual(seenIds.toReversed())
})

test('payments outlive the simulator, and two of them share the database', async () => {
  const { url, call } = await testSimulator()
  const { body } = await call('POST', '/v2/payments', paymentRequest())
  const other = await startSimulator({ databaseUrl: url })
  onTestFinished(() => other.stop())
  const response = await contractFetch(`${other.baseUrl}/v2/payments/${body.payment?.id}`, {
    headers: { authorization: `Bearer ${other.accessToken}` },
  })
  expect(await response.json()).toEqual(body)
})

test('without its token nobody gets in, and what is not there is said in its shape', async () => {
  const { call } = await testSimulator()
  expect(await call('GET', '/v2/payments', undefined, { token: 'guess' })).toMatchObject({
    status: 401,
    body: { errors: [{ code: 'UNAUTHORIZED' }] },
  })
  expect(await call('GET', '/v2/nothing')).toMatchObject({ status: 404, body: { errors: [{ code: 'NOT_FOUND' }] } })
  expect(await call('GET', '/v2/payments/nobody')).toMatchObject({ status: 404 })
})

test('the location can take cards in US dollars', async () => {
  const { get, locationId } = await testSimulator()
  const { body } = await get(`/v2/locations/${locationId}`)
  expect(body).toMatchObject({ location: { status: 'ACTIVE', currency: 'USD', country: 'US' } })
})

let keys = 0

async function takenPayment(call: Awaited<ReturnType<typeof testSimulator>>['call']) {
  const { body } = await call('POST', '/v2/payments', paymentRequest({ autocomplete: true, delay_duration: undefined }))
  expect(body.payment).toMatchObject({ status: 'COMPLETED', receipt_url: expect.stringContaining('https://') })
  const id = body.payment?.id ?? ''
  const refund = (cents: number) =>
    call('POST', '/v2/refunds', {
      idempotency_key: `refund-${++keys}`,
      payment_id: id,
      amount_money: { amount: cents, currency: 'USD' },
    })
  return { path: `/v2/payments/${id}`, refund }
}

test('a payment is refunded at most twenty times, and lists its refunds', async () => {
  const { call, get } = await testSimulator()
  const { path, refund } = await takenPayment(call)
  const ids: (string | undefined)[] = []
  for (let i = 0; i < 20; i++) ids.push((await refund(10)).body.refund?.id)
  expect(await refund(10)).toMatchObject({ status: 400, body: { errors: [{ code: 'PAYMENT_NOT_REFUNDABLE' }] } })
  expect((await get(path)).body.payment).toMatchObject({ refund_ids: ids, refunded_money: { amount: 200 } })
})

test('a refund waits until it is decided; one that is refused gives nothing back', async () => {
  const { call, get, faults, decideRefund } = await testSimulator()
  const { path, refund } = await takenPayment(call)
  await faults([{ on: 'getRefund', do: { pending: true } }])
  const first = (await refund(100)).body.refund?.id ?? ''
  for (let i = 0; i < 2; i++) expect((await get(`/v2/refunds/${first}`)).body.refund?.status).toBe('PENDING')
  await decideRefund(first, 'REJECTED')
  await faults([])
  expect((await get(`/v2/refunds/${first}`)).body.refund?.status).toBe('REJECTED')
  expect((await get(path)).body.payment).toMatchObject({ refunded_money: { amount: 0 } })
  const second = (await refund(1055)).body.refund?.id ?? ''
  expect((await decideRefund(second, 'FAILED')).status).toBe('FAILED')
  expect(await refund(1)).toMatchObject({ body: { errors: [{ code: 'PAYMENT_NOT_REFUNDABLE' }] } })
})

test('a payment that changed is not taken under its old version', async () => {
  const { call } = await testSimulator()
  const { body } = await call('POST', '/v2/payments', paymentRequest())
  const complete = (version_token: unknown) =>
    call('POST', `/v2/payments/${body.payment?.id}/complete`, { version_token })
  expect(await complete('old')).toMatchObject({ status: 400, body: { errors: [{ code: 'VERSION_MISMATCH' }] } })
  expect(await complete(body.payment?.version_token)).toMatchObject({ status: 200 })
})

test('what moved on a day that has ended is paid out once, with an entry for each payment, refund and dispute', async () => {
  const { call, get, url, openDispute, decideDispute } = await testSimulator()
  const payment = await call('POST', '/v2/payments', paymentRequest({ autocomplete: true, delay_duration: undefined }))
  const id = payment.body.payment?.id ?? ''
  expect(payment.body.payment).toMatchObject({ processing_fee: [{ type: 'INITIAL', amount_money: { amount: 61 } }] })
  const { body } = await call('POST', '/v2/refunds', {
    idempotency_key: 'refund',
    payment_id: id,
    amount_money: { amount: 55, currency: 'USD' },
  })
  await get(`/v2/refunds/${body.refund?.id}`)
  await decideDispute(await openDispute(id, 100), 'WON')
  // An inquiry claims nothing.
  await openDispute(id, 100, true)
  expect((await get('/v2/payouts')).body).toEqual({})
  await daysPass(url)
  type PayoutPage = { payouts?: { id: string; amount_money: { amount: number } }[]; cursor?: string }
  const answers: { body: PayoutPage }[] = await Promise.all(
    Array.from({ length: 3 }, () => get('/v2/payouts?sort_order=ASC')),
  )
  const payouts = answers[0]?.body.payouts ?? []
  expect(payouts).toMatchObject([{ amount_money: { amount: 1055 - 61 - 55 }, status: 'PAID', type: 'BATCH' }])
  const path = `/v2/payouts/${payouts[0]?.id}/payout-entries?sort_order=ASC`
  const entries = (await get(path)).body as { payout_entries: { type: string; net_amount_money: { amount: number } }[] }
  expect(entries.payout_entries.map(({ type, net_amount_money }) => [type, net_amount_money.amount]).sort()).toEqual([
    ['CHARGE', 994],
    ['DISPUTE', 100],
    ['OPEN_DISPUTE', -100],
    ['REFUND', -55],
  ])
  expect(((await get(`${path}&limit=3`)).body as PayoutPage).cursor).toEqual(expect.any(String))
  expect((await get('/v2/payouts/nothing/payout-entries')).status).toBe(404)
})

/** Moves all that happened two days back. */
async function daysPass(databaseUrl: string) {
  const pool = openSimulatorPool(databaseUrl)
  const at = JSON.stringify(new Date(Date.now() - 2 * 24 * 3_600_000).toISOString())
  await pool.query(`update square_simulator.payments
    set payment = jsonb_set(payment, '{card_details,card_payment_timeline,captured_at}', '${at}')`)
  await pool.query(`update square_simulator.refunds set refund = refund || '{"updated_at": ${at}}'`)
  await pool.query(
    `update square_simulator.disputes set dispute = dispute || '{"created_at": ${at}, "updated_at": ${at}}'`,
  )
  await pool.end()
}
