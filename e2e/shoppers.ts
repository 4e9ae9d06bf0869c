import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { solvedChallenge } from '#server/testing/robots.ts'

const ADDRESS = { address: '12 Orchard Lane', city: 'Madison', state: 'WI', postalCode: '53703' }

type PlacedOrder = { _id: string; number: number; user: { email: string }; totalPrice: number }

/** A signed-in user with a token; `signIn` signs in the page's browser, as the form does. */
export type SignedIn = { token: string; signIn(page: Page): Promise<void> }

export type Shopper = SignedIn & {
  email: string
  password: string
  /** Places an unpaid order of one of each of these products, named by their slugs. */
  placeOrder(...slugs: string[]): Promise<PlacedOrder>
  /** As `placeOrder`, with a coupon code. */
  placeOrderWith(options: { code?: string }, ...slugs: string[]): Promise<PlacedOrder>
}

/** A solution of the shop's own robot check, if the shop has one. */
async function passedCheck(request: APIRequestContext) {
  const { provider } = await (await request.get('/api/users/robot-check')).json()
  if (provider !== 'altcha') return undefined
  return solvedChallenge(await (await request.get('/api/users/robot-check/challenge')).json())
}

/** Signs a user in through the API. */
export async function signedInAs(request: APIRequestContext, credentials: { email: string; password: string }) {
  const answer = await request.post('/api/users/login', { data: credentials })
  if (!answer.ok()) throw new Error(`Signing in: ${answer.status()} ${await answer.text()}`)
  const userInfo = await answer.json()
  return { token: userInfo.token as string, signIn: remembering(userInfo) }
}

/** Writes the user into the browser's storage, on a document of the shop that costs no page load. */
const remembering = (userInfo: unknown) => async (page: Page) => {
  await page.goto('/robots.txt')
  await page.evaluate((info) => localStorage.setItem('userInfo', JSON.stringify(info)), userInfo)
}

/** Registers a new shopper through the API. */
export async function makeShopper(request: APIRequestContext): Promise<Shopper> {
  const email = `shopper-${randomUUID()}@shopper.example`
  const password = 'a long enough secret'
  const robotCheck = await passedCheck(request)
  const answer = await request.post('/api/users', { data: { name: 'Grace Potter', email, password, robotCheck } })
  if (!answer.ok()) throw new Error(`Registration: ${answer.status()} ${await answer.text()}`)
  const userInfo = await answer.json()
  const placeOrderWith: Shopper['placeOrderWith'] = async ({ code }, ...slugs) => {
    const answers = await Promise.all(slugs.map((slug) => request.get(`/api/products/${slug}`)))
    const products = await Promise.all(answers.map((answer) => answer.json()))
    const response = await request.post('/api/orders', {
      headers: { authorization: `Bearer ${userInfo.token}` },
      data: {
        orderItems: products.map(({ _id }) => ({ product: _id, qty: 1 })),
        shippingAddress: ADDRESS,
        paymentMethod: 'Square',
        code,
      },
    })
    if (!response.ok()) throw new Error(`Placing an order: ${response.status()} ${await response.text()}`)
    return response.json()
  }
  return {
    email,
    password,
    token: userInfo.token,
    signIn: remembering(userInfo),
    placeOrder: (...slugs) => placeOrderWith({}, ...slugs),
    placeOrderWith,
  }
}
