import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MOST_ADDRESSES } from '#contract/saved-addresses.ts'
import { savedAddresses } from '#server/shop/schema/users.ts'
import { testApp } from '#server/testing/app.ts'
import { ADDRESS } from '#server/testing/checkouts.ts'
import { admin, user } from '#server/testing/factories.ts'

const HOME = { ...ADDRESS, country: 'USA' }

async function addressBook() {
  const shop = await testApp()
  const { user: ann, token } = await user(shop.db)
  return {
    ...shop,
    ann,
    token,
    save: (fields: object = {}, by = token) => shop.post('/api/users/addresses', { ...ADDRESS, ...fields }, by),
    book: async (by = token) => (await shop.get('/api/users/addresses', by)).json(),
  }
}

test('an address book lists the address used last first, each once', async () => {
  const { save, book } = await addressBook()
  const home = (await save()).json()
  expect(home).toEqual({ ...HOME, _id: expect.any(String) })
  const oma = (await save({ address2: ' Apt 4 ', recipient: 'Oma Keller' })).json()
  expect(oma).toEqual({ ...HOME, _id: oma._id, address2: 'Apt 4', recipient: 'Oma Keller' })
  expect(await book()).toEqual([oma, home])
  expect((await save()).json()._id).toBe(home._id)
  expect(await book()).toEqual([home, oma])
})

test('an address saved twice at once is one', async () => {
  const { save, book } = await addressBook()
  const replies = await Promise.all([save(), save(), save()])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  expect(await book()).toHaveLength(1)
})

test('a full address book drops the address used longest ago, of this user alone', async () => {
  const { db, save, book } = await addressBook()
  const ben = await user(db)
  await save({}, ben.token)
  for (let number = 1; number <= MOST_ADDRESSES; number++) await save({ address: `${number} Main Street` })
  await save({ address: '1 Main Street' })
  await save({ address: '21 Main Street' })
  const streets = (await book()).map(({ address }: { address: string }) => address)
  expect(streets).toHaveLength(MOST_ADDRESSES)
  expect(streets.slice(0, 2)).toEqual(['21 Main Street', '1 Main Street'])
  expect(streets).not.toContain('2 Main Street')
  expect(await book(ben.token)).toHaveLength(1)
})

test.for<[string, object]>([
  ['no street', { address: ' ' }],
  ['an unknown state', { state: 'ZZ' }],
  ['a bad ZIP code', { postalCode: '8020' }],
])('an address with %s is not saved', async ([, fields]) => {
  const { save, book } = await addressBook()
  expect((await save(fields)).statusCode).toBe(400)
  expect(await book()).toEqual([])
})

test('a deleted address is gone, and so are all of a deleted user', async () => {
  const { db, save, book, remove, ann } = await addressBook()
  const { _id } = (await save()).json()
  expect((await remove(`/api/users/addresses/${_id}`, (await user(db)).token)).statusCode).toBe(404)
  expect(await book()).toHaveLength(1)
  const { token: owner } = await admin(db)
  expect((await remove(`/api/users/${ann.id}`, owner)).statusCode).toBe(200)
  expect(await db.select().from(savedAddresses).where(eq(savedAddresses.userId, ann.id))).toEqual([])
})
