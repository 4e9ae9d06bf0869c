import { expect, test } from 'vitest'
import type { CallApi } from '#web/lib/call-api.ts'
import { signedIn, signedOut } from '#web/lib/sessionSlice.ts'
import { ordersApi } from '#web/shop/orders/ordersApi.ts'
import { EMPTY_CART, itemAdded, shippingAddressSaved } from '#web/shop/visitor/cartSlice.ts'
import { makeStore } from '#web/shop/visitor/store.ts'
import { accountsApi } from './accountsApi.ts'

const ada = {
  _id: '0198a0f2-7c1e-7000-8000-000000000001',
  name: 'Ada',
  email: 'ada@shop.example',
  isAdmin: false,
  isAPI: false,
  token: 'first',
}
/** Further fields in the response to a sign-in. */
const device = 'a mark'
const pen = { product: 'p', name: 'Pen', image: '', price: 500, qtyAvail: 1, qty: 1 }
const address = { address: '1 Main Street', city: 'Denver', state: 'CO', postalCode: '80202', country: 'USA' } as const
const { login, updateProfile, userDetails } = accountsApi.endpoints
const { myOrders } = ordersApi.endpoints

const refuse =
  (status: number): CallApi =>
  async () => {
    throw { status, data: { message: 'No.', code: 'no' } }
  }

/** A browser in which Ada is signed in with a pen in the cart; `call` answers as the shop. */
function browserOf(call: CallApi) {
  const store = makeStore(call)
  store.dispatch(signedIn(ada))
  store.dispatch(itemAdded(pen))
  return store
}

test('a call refused for its token ends the session and keeps the checkout', async () => {
  const store = browserOf(refuse(401))
  store.dispatch(shippingAddressSaved(address))
  await store.dispatch(userDetails.initiate('profile'))
  const { session, cart } = store.getState()
  expect(session.user).toBeNull()
  expect(cart).toMatchObject({ cartItems: [pen], shippingAddress: address, cartOwner: ada._id })
})

test.for([403, 404])("failing to load the user's details with %i signs out and clears everything", async (status) => {
  const store = browserOf(async ({ url }) => {
    if (url.startsWith('/api/users/')) throw { status, data: { message: 'No.', code: 'no' } }
    return []
  })
  store.dispatch(shippingAddressSaved(address))
  await store.dispatch(myOrders.initiate())
  await store.dispatch(userDetails.initiate('profile'))
  const { session, cart } = store.getState()
  expect(session.user).toBeNull()
  expect(cart).toEqual(EMPTY_CART)
  expect(myOrders.select()(store.getState()).data).toBeUndefined()
})

test.for([0, 400, 422, 429, 500, 503])(
  "any other failure to load the user's details (%i) keeps the session",
  async (status) => {
    const store = browserOf(refuse(status))
    await store.dispatch(userDetails.initiate('profile'))
    expect(store.getState().session.user).toEqual(ada)
    expect(store.getState().cart.cartItems).toEqual([pen])
  },
)

test.for([403, 404, 500, 0])('any other call that fails with %i keeps the session', async (status) => {
  const store = browserOf(refuse(status))
  await store.dispatch(myOrders.initiate())
  expect(store.getState().session.user).toEqual(ada)
})

test('a wrong password does not end the current session, and the call carries no token', async () => {
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

test('signing in stores the user, and the next call carries the new token', async () => {
  const calls: unknown[] = []
  const store = makeStore(async ({ url }, token) => {
    calls.push([url, token])
    return { ...ada, device }
  })
  await store.dispatch(login.initiate({ email: ada.email, password: 'right' }))
  await store.dispatch(userDetails.initiate('profile'))
  expect(store.getState().session.user).toEqual(ada)
  expect(calls).toEqual([
    ['/api/users/login', undefined],
    ['/api/users/profile', 'first'],
  ])
})

test('a new password by a reset link ends the session of this browser and keeps its cart', async () => {
  const store = browserOf(async () => ({ message: 'Changed.' }))
  await store.dispatch(accountsApi.endpoints.resetPassword.initiate({ token: 'link', password: 'another password' }))
  const { session, cart } = store.getState()
  expect(session.user).toBeNull()
  expect(cart).toMatchObject({ cartItems: [pen], cartOwner: ada._id })
})

test('a profile change shows at once, and the next call carries the new token', async () => {
  const changedUser = { ...ada, name: 'Ada King', token: 'second' }
  const tokens: unknown[] = []
  const store = browserOf(async ({ method = 'GET' }, token) => {
    tokens.push(token)
    return method === 'PUT' ? { ...changedUser, device } : ada
  })
  await store.dispatch(userDetails.initiate('profile'))
  await store.dispatch(updateProfile.initiate({ name: 'Ada King', password: 'another password' }))
  expect(userDetails.select('profile')(store.getState()).data?.name).toBe('Ada King')
  expect(store.getState().session.user).toEqual(changedUser)
  await store.dispatch(userDetails.initiate('profile', { forceRefetch: true }))
  expect(tokens).toEqual(['first', 'first', 'second'])
})

test("signing out removes the user's orders from the store", async () => {
  const store = browserOf(async () => [])
  await store.dispatch(myOrders.initiate())
  expect(myOrders.select()(store.getState()).data?.pages).toEqual([[]])
  store.dispatch(signedOut())
  expect(myOrders.select()(store.getState()).data).toBeUndefined()
})

test('a changed role shows with the next response, errors included', async () => {
  const store = browserOf(async (_request, _token, _signal, tell) => {
    tell?.({ isAdmin: true, isAPI: false })
    throw { status: 403, data: { message: 'No.', code: 'forbidden' } }
  })
  await store.dispatch(myOrders.initiate())
  expect(store.getState().session.user).toEqual({ ...ada, isAdmin: true })
})

test('a late response of an earlier session does not change the roles', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const store = browserOf(async (_request, _token, _signal, tell) => {
    await promise
    tell?.({ isAdmin: true, isAPI: true })
    return []
  })
  const answer = store.dispatch(myOrders.initiate())
  store.dispatch(signedIn({ ...ada, _id: 'bob', token: 'second' }))
  resolve()
  await answer
  expect(store.getState().session.user).toMatchObject({ isAdmin: false, isAPI: false })
})

test('a name changed by an admin shows when the details are loaded', async () => {
  const { token: _, ...details } = ada
  const store = browserOf(async () => ({ ...details, name: 'Ada King' }))
  await store.dispatch(userDetails.initiate('profile'))
  expect(store.getState().session.user).toEqual({ ...ada, name: 'Ada King' })
})

test('a call with a token that another tab has just renewed is repeated with the new one', async () => {
  const tokens: unknown[] = []
  const store = browserOf(async (_, token) => {
    tokens.push(token)
    if (token === 'first') throw { status: 401, data: { message: 'Please sign in.', code: 'unauthenticated' } }
    return []
  })
  const answer = store.dispatch(myOrders.initiate())
  store.dispatch(signedIn({ ...ada, token: 'second' }))
  expect((await answer).data?.pages).toEqual([[]])
  expect(tokens).toEqual(['first', 'second'])
})

test('another user who signs in gets no responses of the first', async () => {
  const store = browserOf(async () => [])
  await store.dispatch(myOrders.initiate())
  store.dispatch(signedIn({ ...ada, token: 'second' }))
  expect(myOrders.select()(store.getState()).data?.pages).toEqual([[]])
  store.dispatch(signedIn({ ...ada, _id: 'bob', token: 'third' }))
  expect(myOrders.select()(store.getState()).data).toBeUndefined()
})
