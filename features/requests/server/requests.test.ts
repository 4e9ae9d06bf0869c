import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Message } from '#server/platform/outbox/message.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { deleteUser } from '#server/shop/erasure/delete-user.ts'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { testApp } from '#server/testing/app.ts'
import { admin, family, image, product, user } from '#server/testing/factories.ts'
import { requests } from '../schema.ts'
import { productRequest } from '../testing/factories.ts'
import { deleteOldRequests } from './retention.ts'

const EMAIL = 'ann@shopper.example'

/** A shop that sends its messages into an array. */
async function shopWithMail(...options: Parameters<typeof testApp>) {
  const shop = await testApp(...options)
  const messages: Message[] = []
  const mailer = { send: async (_: string, message: Message) => void messages.push(message), close() {} }
  const deliver = async () => {
    await sendDueMails({ db: shop.db, mailer, shopUrl: 'http://shop.test', log: shop.app.log })
    return messages.splice(0)
  }
  const ask = (fields: object) => shop.post('/api/requests', { kind: 'sister', email: EMAIL, ...fields })
  const states = async () => (await shop.db.select().from(requests).orderBy(requests.id)).map(({ state }) => state)
  return { ...shop, deliver, ask, states }
}

const linkIn = ([message]: Message[], path: string) =>
  new RegExp(`/requests/${path}#([\\w.-]+)`).exec(message?.text ?? '')?.[1] ?? ''

test('a request counts once its address is confirmed with the link of a message', async () => {
  const { db, ask, deliver, post, states } = await shopWithMail()
  const { id, slug } = await product(db, { name: 'Tide Pen', qty: 0 })
  const reply = await ask({ product: id, words: 'In blue, please.' })
  expect(reply.statusCode).toBe(201)
  expect(await states()).toEqual(['unconfirmed'])
  const letters = await deliver()
  expect(letters).toMatchObject([{ to: EMAIL, subject: 'Please confirm: Tide Pen' }])
  expect(letters[0]?.text).not.toContain('In blue')
  const link = linkIn(letters, 'confirm')
  const confirmation = { kind: 'sister', product: { name: 'Tide Pen', slug }, isAvailable: false }
  for (const _ of ['first', 'again']) {
    const reply = await post('/api/requests/confirmed', { link })
    expect([reply.statusCode, reply.json()]).toEqual([200, confirmation])
  }
  expect(await states()).toEqual(['waiting'])
})

test('the seller is told of a confirmed request for a sister piece, once, and can reply to it', async () => {
  const { db, ask, deliver, post, put } = await shopWithMail()
  const seller = await admin(db)
  await put('/api/settings', { email: 'zi@shop.example' }, seller.token)
  const { id } = await product(db, { name: 'Tide Pen', qty: 0 })
  await ask({ product: id, words: 'In blue, please.' })
  const link = linkIn(await deliver(), 'confirm')
  await Promise.all([post('/api/requests/confirmed', { link }), post('/api/requests/confirmed', { link })])
  const letters = await deliver()
  expect(letters).toMatchObject([{ to: 'zi@shop.example', replyTo: EMAIL }])
  expect(letters[0]?.text).toContain('In blue, please.')
})

test('asking again sends the message again, and one that waits is not asked to confirm', async () => {
  const { db, ask, deliver, post, states } = await shopWithMail()
  const { id } = await product(db, { qty: 0 })
  await Promise.all([ask({ product: id }), ask({ product: id, email: EMAIL.toUpperCase() })])
  expect(await states()).toEqual(['unconfirmed'])
  const letters = await deliver()
  expect(letters).toHaveLength(2)
  await post('/api/requests/confirmed', { link: linkIn(letters, 'confirm') })
  expect((await ask({ product: id })).statusCode).toBe(201)
  expect(await deliver()).toEqual([])
  expect(await states()).toEqual(['waiting'])
})

test.for([
  ['of a product that is not there', { product: '0198a0f2-7c1e-7000-8000-0000000000b1' }, 404, 'not_found'],
  ['without an address', { email: '' }, 400, 'invalid_request'],
  ['with a long text', { words: 'x'.repeat(501) }, 400, 'invalid_request'],
  ['with a character that no screen shows', { words: 'a\0b' }, 400, 'invalid_request'],
  ['to hear of a product that can be bought', { kind: 'back' }, 409, 'product_available'],
] as const)('a request %s is refused', async ([, fields, status, code]) => {
  const { db, ask, states } = await shopWithMail()
  const { id } = await product(db, { qty: 1 })
  const reply = await ask({ product: id, ...fields })
  expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  expect(await states()).toEqual([])
})

test('of a product that comes in choices, each choice is asked for by itself', async () => {
  const { db, ask, deliver } = await shopWithMail()
  const { id, choices } = await family(db, { name: 'Cup' }, [{ choice: ['Small'], qty: 0 }, { choice: ['Large'] }])
  expect((await ask({ kind: 'back', product: id })).json()).toMatchObject({ code: 'invalid_request' })
  expect((await ask({ kind: 'back', product: choices[1]?.id })).json()).toMatchObject({ code: 'product_available' })
  expect((await ask({ kind: 'back', product: choices[0]?.id })).statusCode).toBe(201)
  expect(await deliver()).toMatchObject([{ subject: 'Please confirm: Cup, Small' }])
  expect((await ask({ product: id })).statusCode).toBe(201)
})

test('drafts and deleted products take no requests', async () => {
  const { db, ask } = await shopWithMail()
  for (const fields of [{ draft: true }, { deletedAt: new Date() }]) {
    const { id } = await product(db, { qty: 0, ...fields })
    expect((await ask({ product: id })).statusCode).toBe(404)
  }
})

test.for(['confirm', 'end'] as const)(
  'a link to %s works for nothing else, and not for another request',
  async (use) => {
    const { db, post, states } = await shopWithMail()
    const { signedLink } = await import('#server/shop/secrets/signed-links.ts')
    const [one, other] = [await productRequest(db, { state: 'unconfirmed' }), await productRequest(db)]
    const path = `/api/requests/${use === 'confirm' ? 'confirmed' : 'ended'}`
    const right = await signedLink(db, use, one.id)
    const wrong = [
      await signedLink(db, use === 'confirm' ? 'end' : 'confirm', one.id),
      right.replace(one.id, other.id),
      right.slice(0, -1),
      '',
      one.id,
    ]
    for (const link of wrong) expect((await post(path, { link })).statusCode).toBe(410)
    expect(await states()).toEqual(['unconfirmed', 'waiting'])
    expect((await post(path, { link: right })).statusCode).toBe(200)
  },
)

test('an end-link stops all messages to its address about pieces that are back, and no others', async () => {
  const { db, post } = await shopWithMail()
  const { signedLink } = await import('#server/shop/secrets/signed-links.ts')
  const toldRequest = await productRequest(db, { email: EMAIL, state: 'told', doneAt: new Date() })
  const waiting = await productRequest(db, { email: EMAIL.toUpperCase() })
  const sister = await productRequest(db, { email: EMAIL, kind: 'sister' })
  const other = await productRequest(db)
  await post('/api/requests/ended', { link: await signedLink(db, 'end', toldRequest.id) })
  const rows = await db.select().from(requests)
  const stateOf = ({ id }: { id: string }) => rows.find((row) => row.id === id)?.state
  expect([toldRequest, waiting, sister, other].map(stateOf)).toEqual(['told', 'ended', 'waiting', 'waiting'])
})

test('with an address ten requests a day are made, and it gets five messages an hour', async () => {
  const { db, ask, deliver } = await shopWithMail({ rateLimits: true })
  const { id } = await product(db, { qty: 0 })
  const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await ask({ product: id })).statusCode))
  expect(statuses.filter((status) => status === 201)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  expect(await deliver()).toHaveLength(5)
})

test('a request needs the robot check where the shop has one', async () => {
  const { db, ask } = await shopWithMail({ robotCheck: { provider: 'altcha' } })
  const { id } = await product(db, { qty: 0 })
  expect((await ask({ product: id })).json().code).toBe('robot_check_required')
})

test('a deleted account takes its requests along, also those by its address', async () => {
  const { db, deliver, states } = await shopWithMail()
  const [{ user: ann }, { user: zi }] = [await user(db, { email: EMAIL }), await admin(db)]
  await productRequest(db, { userId: ann.id })
  const byAddress = await productRequest(db, { email: EMAIL.toUpperCase() })
  await productRequest(db, { email: 'other@shopper.example' })
  await db.insert(outbox).values({ kind: 'request_back', dedupeKey: 'a', payload: { requestId: byAddress.id } })
  const caller = { ...zi, session: { tokenHash: '', isRecent: true, orderId: null, onlyOrderId: null } }
  await deleteUser(db, caller, ann.id)
  expect(await states()).toEqual(['waiting'])
  expect(await deliver()).toEqual([])
})

test('requests are deleted when they have no more use', async () => {
  const { db } = await shopWithMail()
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  const keptRequests = [
    await productRequest(db, { state: 'unconfirmed', createdAt: ago(6) }),
    await productRequest(db, { createdAt: ago(300) }),
    await productRequest(db, { kind: 'sister', createdAt: ago(500) }),
    await productRequest(db, { state: 'told', doneAt: ago(80) }),
  ]
  await productRequest(db, { state: 'unconfirmed', createdAt: ago(8) })
  await productRequest(db, { createdAt: ago(370) })
  await productRequest(db, { state: 'ended', doneAt: ago(100) })
  await productRequest(db, { kind: 'sister', state: 'answered', answer: 'no', answerWords: 'No.', doneAt: ago(100) })
  await deleteOldRequests(db)
  const requestsLeft = await db.select({ id: requests.id }).from(requests).orderBy(requests.id)
  expect(requestsLeft.map(({ id }) => id)).toEqual(keptRequests.map(({ id }) => id).sort())
})

test.for([
  ['yes', {}],
  ['listed', { product: 'of another piece' }],
  ['no', {}],
] as const)('the answer “%s” is mailed once, in the words of the seller', async ([answer, fields]) => {
  const { db, deliver, get, put } = await shopWithMail()
  const { token } = await admin(db)
  const other = await product(db, { name: 'Wave Pen' })
  const { id } = await productRequest(db, { kind: 'sister', email: EMAIL })
  const body = { answer, words: 'Dear Ann,\nhere is what I can do.', ...('product' in fields && { product: other.id }) }
  const replies = await Promise.all([1, 2].map(() => put(`/api/requests/${id}/answer`, body, token)))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const letters = await deliver()
  expect(letters).toMatchObject([{ to: EMAIL }])
  expect(letters[0]?.text).toContain('Dear Ann,\n\nhere is what I can do.')
  expect(letters[0]?.text.includes(`/products/${other.slug}`)).toBe(answer === 'listed')
  expect((await get('/api/requests', token)).json()).toMatchObject({ requests: [], total: 0 })
  expect((await get('/api/requests?show=done', token)).json().requests).toMatchObject([{ _id: id, answer }])
})

test.for([
  ['no words', { answer: 'yes', words: ' ' }, 400],
  ['no piece for “listed”', { answer: 'listed', words: 'Here.' }, 400],
  ['a piece that is not for sale', { answer: 'listed', words: 'Here.', product: 'draft' }, 404],
] as const)('an answer with %s is refused, and the request stays', async ([, body, status]) => {
  const { db, put, states, deliver } = await shopWithMail()
  const { token } = await admin(db)
  const { id } = await productRequest(db, { kind: 'sister' })
  const draft = await product(db, { draft: true })
  const sentBody = { ...body, ...('product' in body && { product: draft.id }) }
  expect((await put(`/api/requests/${id}/answer`, sentBody, token)).statusCode).toBe(status)
  expect(await states()).toEqual(['waiting'])
  expect(await deliver()).toEqual([])
})

test('a request to hear of a piece, and one that is not confirmed, have no answer', async () => {
  const { db, put } = await shopWithMail()
  const { token } = await admin(db)
  const answer = { answer: 'no', words: 'No.' }
  const back = await productRequest(db)
  expect((await put(`/api/requests/${back.id}/answer`, answer, token)).json().code).toBe('request_answered')
  const unconfirmedRequest = await productRequest(db, { kind: 'sister', state: 'unconfirmed' })
  expect((await put(`/api/requests/${unconfirmedRequest.id}/answer`, answer, token)).statusCode).toBe(404)
})

test('a request for a choice is listed with the photo of the choice', async () => {
  const { db, get } = await shopWithMail()
  const { token } = await admin(db)
  const { id: productId, choices } = await family(db)
  const [, ownPhoto] = [await image(db, productId), await image(db, productId, { position: 1 })]
  for (const choice of choices) await productRequest(db, { kind: 'sister', productId: choice.id })
  await db
    .update(products)
    .set({ photoId: ownPhoto.id })
    .where(eq(products.name, choices[1]?.name ?? ''))
  const requestList = (await get('/api/requests', token)).json().requests
  expect(requestList.map(({ product }: { product: { image: object } }) => product.image)).toMatchObject([
    { Location: expect.not.stringContaining(ownPhoto.id) },
    { Location: `/images/${ownPhoto.id}.jpg` },
  ])
})

test('the seller lists and searches the requests that are confirmed, oldest first', async () => {
  const { db, get } = await shopWithMail()
  const { token } = await admin(db)
  const { user: ann } = await user(db, { name: 'Ann Shopper' })
  const { id: productId } = await product(db, { name: 'Tide Pen', qty: 0 })
  await productRequest(db, { kind: 'sister', productId, words: 'In blue, please.', userId: ann.id })
  await productRequest(db, { kind: 'sister', email: 'bo@shopper.example' })
  await productRequest(db, { kind: 'sister', state: 'unconfirmed' })
  await productRequest(db)
  const list = async (query: string) => (await get(`/api/requests${query}`, token)).json().requests
  expect(await list('')).toMatchObject([{ name: 'Ann Shopper', product: { name: 'Tide Pen' } }, { name: null }])
  expect(await list('?keyword=blue')).toHaveLength(1)
  expect(await list('?keyword=TIDE')).toHaveLength(1)
  expect(await list('?keyword=bo@shopper')).toHaveLength(1)
  expect(await list('?keyword=nothing')).toEqual([])
  expect(await list('?show=waiting')).toMatchObject([{ kind: 'back' }])
  expect((await get('/api/requests?pageNumber=2', token)).statusCode).toBe(404)
  expect((await get('/api/dashboard', token)).json().waiting.requests).toBe(2)
  const searchResults = (await get('/api/admin/search?q=tide', token)).json().requests
  expect(searchResults).toMatchObject([{ product: 'Tide Pen', show: 'open' }])
})

test('a message that the mail server refuses is no discrepancy', async () => {
  const { db, app } = await shopWithMail()
  const { MessageRefusedError } = await import('#server/platform/outbox/message.ts')
  const { id } = await productRequest(db)
  await db.insert(outbox).values({ kind: 'request_back', dedupeKey: 'a', payload: { requestId: id } })
  const mailer = { send: () => Promise.reject(new MessageRefusedError('No such mailbox.')), close() {} }
  await sendDueMails({ db, mailer, shopUrl: 'http://shop.test', log: app.log })
  const { discrepancies } = await import('#server/shop/schema/payments.ts')
  expect(await db.$count(discrepancies)).toBe(0)
  expect(await db.$count(outbox, sql`${outbox.failedAt} is not null`)).toBe(1)
})

test('a product that was deleted keeps its requests readable', async () => {
  const { db, get } = await shopWithMail()
  const { token } = await admin(db)
  const { productId } = await productRequest(db, { kind: 'sister' })
  await db.update(products).set({ deletedAt: new Date() }).where(eq(products.id, productId))
  expect((await get('/api/requests', token)).json().total).toBe(1)
})
