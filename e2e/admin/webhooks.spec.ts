import { Webhook } from 'standardwebhooks'
import { openReceiver } from '#features/webhooks/testing/receiver.ts'
import { openDemoShop } from '../demo-shop.ts'
import { expect, expectAccessible } from '../fixtures.ts'
import { test as ownShopTest } from '../own-shop.ts'

type Receiver = Awaited<ReturnType<typeof openReceiver>>

/** A test with a shop that may send webhooks to a stand-in on this machine. */
const test = ownShopTest.extend<object, { receiver: Receiver }>({
  receiver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const receiver = await openReceiver()
      await use(receiver)
      await receiver.close()
    },
    { scope: 'worker' },
  ],
  ownShop: [
    async ({ receiver }, use) => {
      const shop = await openDemoShop({ WEBHOOK_HOSTS: receiver.host })
      await use(shop)
      await shop.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test.use({ expectedFailures: [/status of 400/] })

test('the seller adds an endpoint, sees its secret once, and sends a test that arrives signed', async ({
  page,
  admin,
  receiver,
}) => {
  await admin.signIn(page)
  await page.goto('/admin/settings')
  await page.getByRole('link', { name: /^Webhooks/ }).click()
  await expect(page.getByText('No program hears of your shop yet.')).toBeVisible()
  await expectAccessible(page)

  const add = page.getByRole('button', { name: 'Add endpoint' })
  await page.getByLabel('Address').fill('https://192.168.1.1/events')
  await page.getByRole('checkbox', { name: 'An order was paid' }).check()
  await add.click()
  await expect(page.getByLabel('Address')).toHaveAccessibleDescription(/public server/)
  await page.getByLabel('Address').fill(receiver.url)
  await add.click()
  const secretText = page.getByText(/^whsec_/)
  const secret = (await secretText.textContent()) ?? ''
  await expect(secretText).toBeInViewport()
  await expect(page.getByText('It is not shown again.')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('link', { name: receiver.url })).toBeVisible()
  await expect(secretText).toBeHidden()

  await page.getByRole('link', { name: receiver.url }).click()
  await page.getByRole('button', { name: 'Send a test' }).click()
  const log = page.getByRole('table', { name: 'Log' })
  await expect(log.getByText('Delivered')).toBeVisible()
  await expect(log).toContainText('Status 200')
  await expectAccessible(page)
  const [first] = receiver.received
  expect(new Webhook(secret).verify(first?.body ?? '', first?.headers as Record<string, string>)).toMatchObject({
    type: 'webhook.test',
  })
  await log.getByRole('button', { name: /^Send again/ }).click()
  await expect.poll(() => receiver.received.length).toBe(2)

  await page.getByRole('checkbox', { name: 'A product changed' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The endpoint is saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Make a new secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make a new secret' }).click()
  await expect(secretText).toBeVisible()
  expect(await secretText.textContent()).not.toBe(secret)

  await page.getByRole('button', { name: 'Delete endpoint' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete endpoint' }).click()
  await expect(page.getByText('The endpoint is deleted.')).toBeVisible()
})
