import { eq } from 'drizzle-orm'
import { TEXT } from '#contract/texts.ts'
import { requests } from '#features/requests/schema.ts'
import { users } from '#server/shop/schema/users.ts'
import { signedLink } from '#server/shop/secrets/signed-links.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { signedInAs } from './shoppers.ts'
import { payByCall, test } from './square.ts'

test.use({ expectedFailures: [/status of 409/] })

test('others read that the only one is being paid for, ask for a sister piece once it is sold, and get an answer', async ({
  page,
  request,
  shopper,
  otherShopper,
  squareShop: { db, piece },
  simulator,
}) => {
  test.slow()
  const slug = await piece({ name: 'Tide Pen', qty: 1, oneOfAKind: true })
  const news = page.getByRole('status').filter({ hasText: /right now|It stays|just bought/ })
  const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const order = await otherShopper.placeOrder(slug)
  await page.goto(`/products/${slug}`)
  await expect(page.getByText('One of a kind')).toBeVisible()

  // The card service answers nothing, so the shop gives up after a few seconds.
  await simulator.faults([{ on: 'createPayment', when: 'before', times: 5, do: { hang: true } }])
  const paying = page.request.post('/api/orders/processSquare', {
    headers: { authorization: `Bearer ${otherShopper.token}` },
    data: { price: Math.round(order.totalPrice * 100), sourceId: 'cnon:card-nonce-ok', orderId: order._id },
  })
  await expect.poll(async () => (await (await request.get(`/api/products/${slug}`)).json()).payingUntil).toBeDefined()
  await look()
  await expect(news).toContainText('Someone is paying for this right now. That takes two minutes at most')
  await expect(page.getByRole('link', { name: 'Tell me if it stays' })).toHaveAttribute(
    'href',
    `/requests/back/${slug}`,
  )
  await expectAccessible(page)
  expect((await paying).status()).toBe(503)
  await look()
  await expect(news).toContainText('It stays')
  await expect(page.getByRole('button', { name: TEXT.addToCart })).toBeEnabled()
  await simulator.faults([])

  const second = await shopper.placeOrder(slug)
  await payByCall(page, shopper, second)
  await look()
  await expect(news).toContainText('Someone just bought this one.')
  await page.reload()
  await expect(page.getByText('Sold', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Ask for a sister piece' }).click()

  await expect(page.getByRole('heading', { name: 'Ask for a sister piece' })).toBeVisible()
  await page.getByRole('button', { name: 'Send the request' }).click()
  await expect(page.getByLabel(TEXT.emailAddress)).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('What would you like?').fill('In blue, please.')
  await page.getByLabel(TEXT.emailAddress).fill('eve@shopper.example')
  const robot = page.getByLabel('I am not a robot')
  if (await robot.isVisible()) await robot.check()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Check your email')).toBeVisible()
  await expectAccessible(page)

  const [requestRow] = await db.select().from(requests)
  await page.goto(`/requests/confirm#${await signedLink(db, 'confirm', requestRow?.id ?? '')}`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Yes, that was me' }).click()
  await expect(page.getByText('Thanks! I’ll get back to you by email about a piece like Tide Pen')).toBeVisible()

  await db.update(users).set({ isAdmin: true }).where(eq(users.email, shopper.email))
  await (await signedInAs(request, shopper)).signIn(page)
  await page.goto('/admin/dashboard')
  await expect(page.getByText('1 wish to answer.')).toBeVisible()
  await page.getByRole('link', { name: 'Answer wishes' }).click()
  const card = page.getByRole('listitem').filter({ hasText: 'In blue, please.' })
  await expect(card.getByLabel('Your answer')).toHaveValue(/Yes, I will make one like it/)
  await card.getByLabel('Sorry, no').check()
  await expect(card.getByLabel('Your answer')).toHaveValue(/I will not make another one/)
  await card.getByLabel('One is listed now').check()
  await expectAccessible(page)
  await card.getByLabel('Yes, I will make one').check()
  await card.getByRole('button', { name: 'Send the answer' }).click()
  await expect(page.getByText('The answer is on its way to eve@shopper.example.')).toBeVisible()
  await expect(page.getByText('No wish waits for an answer.')).toBeVisible()
  await page.getByRole('link', { name: 'Done', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Answered on' })).toContainText('Yes, I will make one')
  await expectAccessible(page)
})
