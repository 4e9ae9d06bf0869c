import { expect, test } from 'vitest'
import type { CallApi } from '../../api.ts'
import { makeStore } from '../../store.ts'
import { itemAdded, shippingAddressSaved } from '../cart/cartSlice.ts'
import { ordersApi } from '../orders/ordersApi.ts'
import { accountsApi } from './accountsApi.ts'
import { signedIn, signedOut } from './sessionSlice.ts'

const ada = {
  _id: '0198a0f2-7c1e-7000-8000-000000000001',
  name: 'Ada',
  email: 'ada@shop.example',
  isAdmin: false,
  isAPI: false,
  token: 'first',
}
const pen = { product: 'p', slug: 'pen', name: 'Pen', image: '', price: 500, qtyAvail: 1, qty: 1 }
const address = { address: '1 Main Street', city: 'Denver', state: 'CO', postalCode: '80202', country: 'USA' } as const
const { login, updateProfile, userDetails } = accountsApi.endpoints
const { myOrders } = ordersApi.endpoints

const refuse =
  (status: number): CallApi =>
  async () => {
    throw { status, data: { message: 'No.', code: 'no' } }
  }

/** A browser where Ada is signed in and has a pen in the cart; `call` answers for the shop. */
function browserOf(call: CallApi) {
  const store = makeStore(call)
  store.dispatch(signedIn(ada))
  store.dispatch(itemAdded(pen))
  return store
}

test('a call that is refused for its token signs out and empties the cart', async () => {
  const store = browserOf(refuse(401))
  await store.dispatch(userDetails.initiate('profile'))
  expect(store.getState().session.user).toBeNull()
  expect(store.getState().cart.cartItems).toEqual([])
})

test.for([403, 404, 422, 500])(
  'details of the user that fail to load with %i sign out and clear everything',
  async (status) => {
    const store = browserOf(async ({ url }) => {
      if (url.startsWith('/api/users/')) throw { status, data: { message: 'No.', code: 'no' } }
      return []
    })
    store.dispatch(shippingAddressSaved(address))
    await store.dispatch(myOrders.initiate(1))
    await store.dispatch(userDetails.initiate('profile'))
    const { session, cart } = store.getState()
    expect(session.user).toBeNull()
    expect(cart).toEqual({ cartItems: [], shippingAddress: {}, paymentMethod: '' })
    expect(myOrders.select(1)(store.getState()).data).toBeUndefined()
  },
)

test.for([0, 429, 503])(
  'details of the user that only could not be had now (%i) leave the session alone',
  async (status) => {
    const store = browserOf(refuse(status))
    await store.dispatch(userDetails.initiate('profile'))
    expect(store.getState().session.user).toEqual(ada)
    expect(store.getState().cart.cartItems).toEqual([pen])
  },
)

test.for([403, 404, 500, 0])('another call that fails with %i leaves the session alone', async (status) => {
  const store = browserOf(refuse(status))
  await store.dispatch(myOrders.initiate(1))
  expect(store.getState().session.user).toEqual(ada)
})

test('a wrong password does not end the session of who is signed in, and carries no token', async () => {
  const tokens: unknown[] = []
  const store = browserOf(async (request, token) => {
    tokens.push(token)
    return refuse(401)(request, token)
  })
  await store.dispatch(login.initiate({ email: ada.email, password: 'wrong' }))
  expect(tokens).toEqual([undefined])
  expect(store.getState().session.user).toEqual(ada)
})

test('a late refusal of an earlier session does not end the present one', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const store = browserOf(async (request, token) => {
    await promise
    return refuse(401)(request, token)
  })
  const answer = store.dispatch(userDetails.initiate('profile'))
  store.dispatch(signedIn({ ...ada, token: 'second' }))
  resolve()
  await answer
  expect(store.getState().session.user?.token).toBe('second')
})

test('signing in stores who it is, and the next call carries the fresh token', async () => {
  const calls: unknown[] = []
  const store = makeStore(async ({ url }, token) => {
    calls.push([url, token])
    return ada
  })
  await store.dispatch(login.initiate({ email: ada.email, password: 'right' }))
  await store.dispatch(userDetails.initiate('profile'))
  expect(store.getState().session.user).toEqual(ada)
  expect(calls).toEqual([
    ['/api/users/login', undefined],
    ['/api/users/profile', 'first'],
  ])
})

test('a profile change shows at once and brings the token of the next call', async () => {
  const changed = { ...ada, name: 'Ada King', token: 'second' }
  const tokens: unknown[] = []
  const store = browserOf(async ({ method = 'GET' }, token) => {
    tokens.push(token)
    return method === 'PUT' ? changed : ada
  })
  await store.dispatch(userDetails.initiate('profile'))
  await store.dispatch(updateProfile.initiate({ name: 'Ada King', password: 'another password' }))
  expect(userDetails.select('profile')(store.getState()).data?.name).toBe('Ada King')
  expect(store.getState().session.user).toEqual(changed)
  await store.dispatch(userDetails.initiate('profile', { forceRefetch: true }))
  expect(tokens).toEqual(['first', 'first', 'second'])
})

test('who signs out leaves no orders behind', async () => {
  const store = browserOf(async () => [])
  await store.dispatch(myOrders.initiate(1))
  expect(myOrders.select(1)(store.getState()).data).toEqual([])
  store.dispatch(signedOut())
  expect(myOrders.select(1)(store.getState()).data).toBeUndefined()
})
