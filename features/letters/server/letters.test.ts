import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message } from '#server/platform/outbox/message.ts'
import { queueMails } from '#server/platform/outbox/outbox.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { rateLimits } from '#server/platform/rate-limits/schema.ts'
import { erasePerson } from '#server/shop/erasure/erase-person.ts'
import { personOfAddress } from '#server/shop/erasure/person.ts'
import { addressHash, endEmails, endUrl } from '#server/shop/messages/optional-emails.ts'
import { emailOptOuts } from '#server/shop/schema/email-opt-outs.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { image, product } from '#server/testing/factories.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { letters, subscribers } from '../schema.ts'
import { subscriber } from '../testing/factories.ts'
import { confirmLinkIn, openShop } from '../testing/open-shop.ts'
import { CONSENT } from '../texts.ts'
import { MOST_QUEUED, sendLetters } from './send-letters.ts'
import { forgetUnconfirmed, LETTERS_TOPIC } from './subscribers.ts'

type Shop = Awaited<ReturnType<typeof openShop>>

test('a letter is written, tried on its seller, and sent to all who get letters', async () => {
  const { db, seller, post, put, get, deliver, sendAll } = await openShop()
  await subscriber(db, { email: 'ann@shopper.example' })
  await subscriber(db, { email: 'bo@shopper.example', state: 'unconfirmed', confirmedAt: null })
  const draft = (await post('/api/letters', { subject: 'Mugs', body: 'Soon.' }, seller.token)).json()
  const update = { subject: 'New mugs', body: 'They are **blue**.', version: draft.version }
  const saved = (await put(`/api/letters/${draft._id}`, update, seller.token)).json()
  expect(saved).toMatchObject({ subject: 'New mugs', state: 'draft', sent: 0 })
  await post(`/api/letters/${draft._id}/test`, undefined, seller.token)
  expect(await deliver()).toMatchObject([{ to: seller.user.email, subject: 'Test: New mugs' }])
  const { statusCode } = await put(`/api/letters/${draft._id}/sent`, { version: saved.version }, seller.token)
  expect(statusCode).toBe(200)
  const sent = await sendAll()
  expect(sent).toMatchObject([{ to: 'ann@shopper.example', subject: 'New mugs' }])
  expect(sent[0]?.text).toContain('They are blue.')
  expect(sent[0]?.html).toContain('They are <strong>blue</strong>.')
  // The law's parts: who sends it, from where, and how it ends.
  for (const form of [sent[0]?.text, sent[0]?.html]) expect(form).toContain('1 Kiln Road, Madison')
  expect(sent[0]?.endUrl).toMatch(/^http:\/\/shop\.test\/emails\/end\?link=letters\./)
  const list = (await get('/api/letters', seller.token)).json()
  expect(list).toMatchObject({ subscribers: 1, ended: 0, letters: [{ state: 'sent', sent: 1, unsent: 0 }] })
})

test.for<[why: string, status: number, code: string, change: (shop: Shop) => unknown, body?: string, version?: string]>(
  [
    ['without a text', 422, 'letter_refused', () => null, ' \n'],
    ['without readers', 422, 'letter_refused', ({ db }) => db.delete(subscribers)],
    ['without a postal address', 422, 'letter_refused', ({ db }) => saveSettings(db, { postalAddress: '' })],
    ['that somebody else has changed', 409, 'letter_changed', ({ db }) => db.update(letters).set({ body: 'Other.' })],
    [
      'twice',
      409,
      'letter_changed',
      ({ db }) => db.update(letters).set({ state: 'sent', startedAt: new Date(), sentAt: new Date(), blocks: [] }),
    ],
  ],
)('a letter is not sent %s', async ([, status, code, change, body = 'Hello.']) => {
  const shop = await openShop()
  const { db, seller, post, put } = shop
  await subscriber(db)
  const draft = (await post('/api/letters', { subject: 'Hello', body }, seller.token)).json()
  await change(shop)
  const reply = await put(`/api/letters/${draft._id}/sent`, { version: draft.version }, seller.token)
  expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  expect(await sendLetters(db)).toBe(0)
})

test('two presses at once send a letter once', async () => {
  const { db, seller, post, put, sendAll } = await openShop()
  await subscriber(db)
  const draft = (await post('/api/letters', { subject: 'Hello', body: 'Hello.' }, seller.token)).json()
  const press = () => put(`/api/letters/${draft._id}/sent`, { version: draft.version }, seller.token)
  const statuses = (await Promise.all([press(), press()])).map(({ statusCode }) => statusCode)
  expect(statuses.toSorted()).toEqual([200, 409])
  expect(await sendAll()).toHaveLength(1)
})

test('a letter that was sent is neither changed nor deleted', async () => {
  const { db, seller, put, remove, write, sendAll } = await openShop()
  await subscriber(db)
  const { _id, version } = (await write('Hello')).json()
  await sendAll()
  const update = { subject: 'Other', body: 'Other.', version }
  expect((await put(`/api/letters/${_id}`, update, seller.token)).json().code).toBe('letter_changed')
  expect((await remove(`/api/letters/${_id}`, seller.token)).json().code).toBe('letter_changed')
  expect(await db.$count(letters, eq(letters.subject, 'Hello'))).toBe(1)
})

test('a product stands in the letter with its photo and price, as it was when the letter was sent', async () => {
  const { db, write, sendAll } = await openShop()
  const { id, slug } = await product(db, { name: 'Tide <Mug>', priceCents: 4_200, qty: 1 })
  const photo = await image(db, id)
  await product(db, { name: 'Hidden Mug', slug: 'hidden-mug', draft: true })
  await subscriber(db)
  const body = [
    `[Tide Mug](/products/${slug})`,
    `See [the mug](/products/${slug}) here.`,
    '[Hidden](/products/hidden-mug)',
    '[Gone](/products/gone)',
    '[Bad](/products/%E0%A4%A)',
  ]
  await write('Mugs', body.join('\n\n'))
  await db.execute(sql`update products set price_cents = 9900`)
  const [message] = await sendAll()
  const [html = '', text = ''] = [message?.html, message?.text]
  expect(html.split(`/images/${photo.id}-1200.jpeg`)).toHaveLength(2)
  // Its name, and what stands for its photo.
  expect(html.split('Tide &lt;Mug&gt;')).toHaveLength(3)
  expect(html).toContain('$42.00')
  expect(html).not.toContain('$99.00')
  expect(html).not.toContain('Hidden Mug')
  expect(html).toContain('>Gone</a>')
  expect(text).toContain(`Tide <Mug>, $42.00\nSee the piece: http://shop.test/products/${slug}`)
  expect(text).toContain(`See the mug (http://shop.test/products/${slug}) here.`)
})

/** What somebody might try to have in the inbox of others. */
const HOSTILE: Record<string, string> = {
  'a script': '<script>alert(1)</script> <img src=x onerror=alert(1)> <iframe src=//evil.example></iframe>',
  'a style': '<style>.card{display:none}</style>',
  'a script as a link': '[a](javascript:alert(1)) [b](JAVASCRIPT&colon;alert(1)) [c](data:text/html,<script>)',
  'a link with a handler': '[a](https://a.example/"onmouseover="alert(1))',
  'a link to another place than it says': '[https://bank.example](http://evil.example)',
  'a picture that counts readers': '![a](https://evil.example/pixel.gif) ![b](//evil.example/p.gif)',
  'a photo with a handler in its text': '![" onerror="alert(1)](/images/0198a0f2-7c1e-7000-8000-0000000000b1.jpg)',
  'text that turns around': '[safe\u202e/moc.elpmaxe.live](https://a.example) \u2066\u2067 and on',
  'marks that pile up': `Z${'\u0300\u0315\u0331\u0489'.repeat(200)}algo`,
  'headers in the text': 'a\r\nBcc: eve@evil.example\r\n\r\n.\r\nMAIL FROM:<eve@evil.example>',
  'an end of the frame': '</td></tr></table></body></html><!-- <!doctype html>',
  'a condition for Outlook': '<!--[if mso]><script>alert(1)</script><![endif]-->',
  'a template of a mail program': '{{7*7}} <%= 7 %> %%unsubscribe%% *|UNSUB|*',
  'deep lists': Array.from({ length: 20 }, (_, index) => `${'  '.repeat(index)}- a`).join('\n'),
}

/** Fails unless a message has no other tags, attributes and addresses than those of the shop. */
function expectHarmless(html: string) {
  const tags = [...html.matchAll(/<\/?([a-z][\w-]*)/gi)].map(([, tag = '']) => tag.toLowerCase())
  const allowed =
    'html head meta title style body div table tr td h1 h2 h3 p a strong em span br ul ol li blockquote hr img'.split(
      ' ',
    )
  expect(tags.filter((tag) => !allowed.includes(tag))).toEqual([])
  for (const [, , name = ''] of html.matchAll(/<[a-z][^>]*?(\s(on\w+)=)/gi)) expect.fail(`a handler: ${name}`)
  for (const [, address = ''] of html.matchAll(/\s(?:href|src)="([^"]*)"/g))
    expect(address).toMatch(/^(http:\/\/shop\.test(\/|$)|https:\/\/a\.example\/|mailto:)/)
  expect(html.match(/<body/g)).toHaveLength(1)
  expect(html.match(/<\/table>/g)).toHaveLength(3)
}

test.for(Object.entries(HOSTILE))('%s in a letter is harmless', async ([, body]) => {
  const { db, write, sendAll } = await openShop()
  await subscriber(db, { email: 'ann@shopper.example' })
  const reply = await write('Hello <b>"there"', body)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  const [message] = await sendAll()
  expect(message).toMatchObject({ to: 'ann@shopper.example', subject: 'Hello <b>"there"' })
  expectHarmless(
    (message?.html ?? '').replaceAll(
      /<!--\[if mso\]><table role="presentation" width="560"[^>]*><tr><td><!\[endif\]-->|<!--\[if mso\]><\/td><\/tr><\/table><!\[endif\]-->/g,
      '',
    ),
  )
})

test.for([
  ['a subject on two lines', { subject: 'Hello\r\nBcc: eve@evil.example', body: 'a' }],
  ['a subject with control characters', { subject: 'Hello \u0007', body: 'a' }],
  ['no subject', { subject: '  ', body: 'a' }],
  ['a long subject', { subject: 'x'.repeat(101), body: 'a' }],
  ['a null byte', { subject: 'Hello', body: 'a\0b' }],
  ['a text that takes long to parse', { subject: 'Hello', body: '*a **b '.repeat(2_000) }],
] as const)('%s is refused', async ([, text]) => {
  const { db, seller, post } = await openShop()
  expect((await post('/api/letters', text, seller.token)).statusCode).toBe(400)
  expect((await post('/api/letters/preview', text, seller.token)).statusCode).toBe(400)
  expect(await db.$count(letters)).toBe(0)
})

/** Adds so many who get letters. */
async function addReaders(db: Shop['db'], count: number) {
  const hash = await addressHash(db, 'nobody@shopper.example')
  await db.execute(sql`
    insert into ${subscribers} (email, address_hash, source, consent, state, confirmed_at)
    select 'reader-' || number || '@shopper.example', ${hash} || number, 'page', ${CONSENT.page('Shop')}, 'subscribed', now()
    from generate_series(1, ${count}::int) as number`)
}

test('a letter reaches each reader once, a batch at a time, through kills and with two processes', {
  timeout: 600_000,
}, async ({ task }) => {
  const { db, write, deliver } = await openShop()
  const count = runs(450, 10_000)
  await addReaders(db, count)
  await write('Hello')
  const sent: Message[] = []
  let passes = 0
  let most = 0
  for (let isSending = true; isSending; passes++) {
    // A pass that is rolled back, as when the process is killed before it commits.
    if (passes % 3 === 1)
      await db
        .transaction(async (tx) => {
          await sendLetters(tx)
          throw new Error('killed')
        })
        .catch(() => undefined)
    const queued = await Promise.all([sendLetters(db), sendLetters(db)])
    most = Math.max(most, await db.$count(outbox, sql`done_at is null`))
    // Not all are sent before the next pass.
    if (passes % 2 === 0 || queued.every((number) => number === 0)) sent.push(...(await deliver()))
    isSending = (await db.$count(letters, eq(letters.state, 'sending'))) > 0
  }
  expect(new Set(sent.map(({ to }) => to)).size).toBe(count)
  expect(sent).toHaveLength(count)
  expect(most).toBeLessThanOrEqual(MOST_QUEUED)
  expect((await db.select().from(letters))[0]).toMatchObject({ state: 'sent', queued: count, unsent: 0 })
  figure(task, `${count} readers in ${passes} passes: none twice, none missed, at most ${most} messages waiting`)
})

test('the messages of orders go ahead of a letter’s', async () => {
  const { db, seller, write, deliver } = await openShop()
  await addReaders(db, 60)
  await write('Hello')
  expect(await sendLetters(db)).toBe(60)
  await queueMails(db, [{ kind: 'test', dedupeKey: 'test-of-order', payload: { userId: seller.user.id } }])
  const order = (await deliver()).map(({ subject }) => subject)
  expect(order).toHaveLength(61)
  expect(order.findIndex((subject) => subject !== 'Hello')).toBeLessThan(10)
})

test('who ends letters while one is on its way gets it no more, and it counts as unsent', async () => {
  const { db, write, end, deliver, seller, get } = await openShop()
  await subscriber(db, { email: 'ann@shopper.example' })
  await write('First')
  await sendLetters(db)
  const [first] = await deliver()
  await sendLetters(db)
  await subscriber(db, { email: 'bo@shopper.example' })
  const { _id } = (await write('Second')).json()
  expect(await sendLetters(db)).toBe(2)
  if (first) await end(first)
  expect((await deliver()).map(({ to }) => to)).toEqual(['bo@shopper.example'])
  await sendLetters(db)
  expect((await get(`/api/letters/${_id}`, seller.token)).json()).toMatchObject({ state: 'sent', sent: 1, unsent: 1 })
})

test('who confirms after a letter was sent gets the next one only', async () => {
  const { db, write, sendAll } = await openShop()
  await subscriber(db, { email: 'ann@shopper.example' })
  await write('Hello')
  await subscriber(db, { email: 'bo@shopper.example', confirmedAt: new Date(Date.now() + 1_000) })
  expect((await sendAll()).map(({ to }) => to)).toEqual(['ann@shopper.example'])
})

test('who ends letters and confirms again while one is on its way gets the next one only', async () => {
  const { db, write, ask, confirm, end, deliver, sendAll } = await openShop()
  await ask('ann@shopper.example')
  const link = confirmLinkIn(await deliver())
  await confirm(link)
  await write('First')
  const [first] = await sendAll()
  if (!first) throw new Error('No letter came.')
  await write('Second')
  expect(await sendLetters(db)).toBe(1)
  await end(first)
  await ask('ann@shopper.example')
  expect((await confirm(link)).statusCode).toBe(200)
  expect(await sendAll()).toEqual([])
  await sendLetters(db)
  await write('Third')
  expect((await sendAll()).map(({ subject }) => subject)).toEqual(['Third'])
})

test('a letter that is stopped goes to nobody else', async () => {
  const { db, seller, write, put, deliver } = await openShop()
  await addReaders(db, 150)
  const { _id } = (await write('Hello')).json()
  await sendLetters(db)
  expect(await deliver()).toHaveLength(MOST_QUEUED)
  await sendLetters(db)
  const reply = await put(`/api/letters/${_id}/stopped`, undefined, seller.token)
  expect(reply.json()).toMatchObject({ state: 'sent', sent: MOST_QUEUED, unsent: 0 })
  expect(await sendLetters(db)).toBe(0)
  expect(await deliver()).toEqual([])
})

test('the mail server that takes nothing gets no more than a thousand', async () => {
  const { db, write } = await openShop()
  await addReaders(db, 1_250)
  await write('Hello')
  for (let pass = 0; pass < 15; pass++) {
    await sendLetters(db)
    await db.execute(sql`update ${outbox} set tries = 1, next_try_at = now() + interval '1 hour' where done_at is null`)
  }
  expect(await db.$count(outbox)).toBe(1_000)
})

const ADDRESSES = ['ann@shopper.example', 'Bo@shopper.example', 'cy@shopper.example'] as const
type Address = (typeof ADDRESSES)[number]

const STEPS = ['join', 'ask', 'confirm', 'end', 'erase', 'write', 'queue', 'deliver', 'forget'] as const
/** What most histories need to have a letter at all: a reader first, and more of the steps that make letters. */
const step = fc.tuple(fc.constantFrom('join', 'write', 'queue', ...STEPS), fc.constantFrom(...ADDRESSES))
const histories = fc
  .array(step, { minLength: 20, maxLength: 50, size: 'max' })
  .map((steps): History => [['join', ADDRESSES[0]], ...steps])
type History = [step: (typeof STEPS)[number], who: Address][]

/**
 * Plays a history. Fails when a letter comes to an address whose owner has not confirmed, or has ended or was erased
 * since, when one comes twice, and when one who wanted letters all the time misses it. Returns how many came.
 */
async function play({ db, ask, confirm, deliver, write }: Shop, history: History) {
  for (const table of [subscribers, letters, outbox, emailOptOuts, rateLimits]) await db.delete(table)
  const links = new Map<string, string>()
  const reading = new Set<string>()
  /** Those who wanted each letter since it was sent, and those who have it. */
  const wanted = new Map<string, Set<string>>()
  const came = new Map<string, Set<string>>()
  const take = (messages: Message[]) => {
    for (const message of messages) {
      if (!message.subject.startsWith('Letter')) links.set(message.to, confirmLinkIn([message]))
      else {
        expect(wanted.get(message.subject)).toContain(message.to)
        expect(came.get(message.subject)).not.toContain(message.to)
        came.get(message.subject)?.add(message.to)
      }
    }
  }
  const leave = (who: string) => {
    reading.delete(who)
    for (const readers of wanted.values()) readers.delete(who)
  }
  const doStep: Record<(typeof STEPS)[number], (who: Address) => Promise<unknown>> = {
    async join(who) {
      await ask(who)
      take(await deliver())
      await doStep.confirm(who)
    },
    ask,
    async confirm(who) {
      if ((await confirm(links.get(who) ?? '')).statusCode === 200) reading.add(who)
    },
    async end(who) {
      const url = await endUrl(db, 'http://shop.test', LETTERS_TOPIC, who)
      await endEmails(db, new URL(url).searchParams.get('link') ?? '')
      leave(who)
    },
    async erase(who) {
      await db.transaction(async (tx) => erasePerson(tx, await personOfAddress(tx, who)))
      leave(who)
    },
    async write() {
      const subject = `Letter ${wanted.size}`
      const { statusCode } = await write(subject)
      expect(statusCode).toBe(reading.size > 0 ? 200 : 422)
      wanted.set(subject, new Set(statusCode === 200 ? reading : []))
      came.set(subject, new Set())
    },
    queue: () => sendLetters(db),
    deliver: async () => take(await deliver()),
    async forget() {
      await db.update(subscribers).set({ askedAt: sql`now() - interval '8 days'` })
      await forgetUnconfirmed(db)
    },
  }
  for (const [step, who] of history) await doStep[step](who)
  while ((await db.$count(letters, eq(letters.state, 'sending'))) > 0) {
    await sendLetters(db)
    take(await deliver())
  }
  for (const [subject, readers] of wanted) for (const reader of readers) expect(came.get(subject)).toContain(reader)
  return [...came.values()].reduce((sum, readers) => sum + readers.size, 0)
}

test('no address gets a letter that it did not confirm, and none misses one, over random histories', {
  timeout: 600_000,
}, async ({ task }) => {
  const shop = await openShop()
  const numRuns = runs(12, 500)
  let total = 0
  const property = fc.asyncProperty(histories, async (history) => {
    total += await play(shop, history)
  })
  await fc.assert(property, { numRuns })
  // Else the histories show nothing.
  expect(total).toBeGreaterThan(numRuns)
  figure(task, `${numRuns} histories, ${total} letters: none to an address that did not want it, none twice`)
})
