import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { resetPassword } from '#server/shop/accounts/users.ts'
import { sessions, users } from '#server/shop/schema/users.ts'
import { testApp } from '#server/testing/app.ts'
import { admin, user } from '#server/testing/factories.ts'
import { passkeyChallenges, passkeys } from '../schema.ts'
import { authenticator } from '../testing/authenticator.ts'

/** A shop with an admin, who has added the passkey of a phone. */
async function shop(options: Parameters<typeof testApp>[0] = {}) {
  const {
    db,
    shop: { shopUrl },
    ...calls
  } = await testApp(options)
  const owner = await admin(db)
  const begin = async (token: string) => (await calls.post('/api/passkeys/options', undefined, token)).json()
  const add = async (token: string, phone = authenticator(shopUrl)) => {
    const credential = phone.create(await begin(token))
    const answer = await calls.post('/api/passkeys', { name: 'Phone', credential }, token)
    return { answer, phone, id: answer.json<{ _id: string }>()._id }
  }
  const challenge = async () => (await calls.post('/api/passkeys/challenge')).json()
  const signIn = (credential: object, more: object = {}) => calls.post('/api/passkeys/sign-in', { credential, ...more })
  return { db, owner, begin, add, challenge, signIn, shopUrl, ...calls }
}

test('an admin adds a passkey and signs in with it, which counts as a sign-in of the last 15 minutes', async () => {
  const { db, owner, add, challenge, signIn, get } = await shop()
  const { answer, phone } = await add(owner.token)
  expect(answer.json()).toMatchObject({ name: 'Phone', lastUsedAt: null })
  await db.update(sessions).set({ createdAt: sql`now() - interval '1 hour'` })
  expect((await get('/api/users/export', owner.token)).json().code).toBe('sign_in_again')
  const signedIn = await signIn(phone.get(await challenge()), { isTrusted: true, renews: owner.token })
  expect(signedIn.json()).toMatchObject({ _id: owner.user.id, isAdmin: true })
  expect((await get('/api/users/export', signedIn.json().token)).statusCode).toBe(200)
  expect((await get('/api/orders', owner.token)).statusCode).toBe(401)
  expect(await db.select().from(sessions)).toMatchObject([{ isTrusted: true }])
  expect((await get('/api/passkeys', signedIn.json().token)).json()).toMatchObject([{ lastUsedAt: expect.any(String) }])
})

test('an answer works once, and of several at once one', async () => {
  const { owner, add, challenge, signIn } = await shop()
  const { phone } = await add(owner.token)
  const credential = phone.get(await challenge())
  const answers = await Promise.all([signIn(credential), signIn(credential), signIn(credential)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401])
  expect((await signIn(credential)).statusCode).toBe(401)
})

test.for([
  ['another origin', { origin: 'https://evil.example' }],
  ['another host', { host: 'evil.example' }],
  ['another ceremony', { type: 'webauthn.create' }],
  ['nobody verified', { isVerified: false }],
  ['a counter that went back', { counter: 1 }],
  [
    'the handle of somebody else',
    { userHandle: Buffer.from('0190f5a0-0000-7000-8000-000000000000').toString('base64url') },
  ],
] as const)('a sign-in with %s is refused', async ([, changes]) => {
  const { owner, add, challenge, signIn } = await shop()
  const { phone } = await add(owner.token)
  for (let count = 0; count < 2; count++) expect((await signIn(phone.get(await challenge()))).statusCode).toBe(200)
  expect((await signIn(phone.get(await challenge(), changes))).json().code).toBe('unauthenticated')
})

test('every refusal says the same, so that nobody learns whose passkey is known', async () => {
  const { owner, add, challenge, signIn, shopUrl } = await shop()
  const { phone } = await add(owner.token)
  const unknown = authenticator(shopUrl)
  const own = phone.get(await challenge())
  const answers = [
    await signIn(unknown.get(await challenge())),
    await signIn({ ...unknown.get(await challenge()), id: phone.id, rawId: phone.id }),
    await signIn({ ...own, response: { ...own.response, signature: 'AAAA' } }),
    await signIn(phone.get({ challenge: 'made-up' })),
  ]
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401])
  const empty = { ...(await challenge()), challenge: undefined }
  expect(empty).not.toHaveProperty('allowCredentials')
})

test('a challenge is good for its purpose, its user and five minutes', async () => {
  const { db, owner, add, begin, challenge, signIn, post, shopUrl } = await shop()
  const { phone } = await add(owner.token)
  expect((await signIn(phone.get(await begin(owner.token)))).statusCode).toBe(401)
  const other = await admin(db)
  const theirs = authenticator(shopUrl).create(await begin(other.token))
  expect((await post('/api/passkeys', { name: 'Mine', credential: theirs }, owner.token)).json().code).toBe(
    'passkey_refused',
  )
  const late = await challenge()
  await db.update(passkeyChallenges).set({ createdAt: sql`now() - interval '6 minutes'` })
  expect((await signIn(phone.get(late))).statusCode).toBe(401)
  await challenge()
  expect(await db.$count(passkeyChallenges)).toBe(1)
})

test('nobody adds a passkey that somebody else has, nor removes one of theirs', async () => {
  const { db, owner, add, remove, get } = await shop()
  const { phone, id } = await add(owner.token)
  const eve = await user(db, { isPacker: true })
  expect((await add(eve.token, phone)).answer.json().code).toBe('passkey_refused')
  expect((await remove(`/api/passkeys/${id}`, eve.token)).statusCode).toBe(404)
  expect((await get('/api/passkeys', eve.token)).json()).toEqual([])
  expect((await remove(`/api/passkeys/${id}`, owner.token)).statusCode).toBe(200)
  expect(await db.$count(passkeys)).toBe(0)
})

test('passkeys are for those who work at the desk, after a sign-in of the last 15 minutes', async () => {
  const { db, owner, post } = await shop()
  const shopper = await user(db)
  expect((await post('/api/passkeys/options', undefined, shopper.token)).json().code).toBe('forbidden')
  await db.update(sessions).set({ createdAt: sql`now() - interval '16 minutes'` })
  expect((await post('/api/passkeys/options', undefined, owner.token)).json().code).toBe('sign_in_again')
})

test.for(['the owner’s command', 'an erased account'])('%s removes the passkeys', async (by) => {
  const { db, owner, add, challenge, signIn } = await shop()
  const { phone } = await add(owner.token)
  if (by === 'an erased account')
    await db.update(users).set({ deletedAt: sql`now()` }).where(eq(users.id, owner.user.id))
  else await resetPassword(db, owner.user.email)
  expect((await signIn(phone.get(await challenge()))).statusCode).toBe(401)
  if (by !== 'an erased account') expect(await db.$count(passkeys)).toBe(0)
})

test('wrong answers of a network are limited', async () => {
  const { owner, add, challenge, signIn } = await shop({ rateLimits: true })
  const { phone } = await add(owner.token)
  const statuses = new Set<number>()
  for (let tries = 0; tries < 32; tries++)
    statuses.add((await signIn(phone.get({ challenge: `made-up-${tries}` }))).statusCode)
  expect(statuses).toEqual(new Set([401, 429]))
  expect((await challenge()).challenge).toBeTypeOf('string')
})
