import { toCents } from '#contract/money.ts'
import { openPushService } from '#features/push/testing/push-stand-in.ts'
import { ADMIN, openDemoShop } from '../demo-shop.ts'
import { expect, expectAccessible } from '../fixtures.ts'
import { test as ownShopTest } from '../own-shop.ts'
import { deliver, deskWorker, shownNotifications, standInForPushManager, tap } from '../push-browser.ts'

type PushService = Awaited<ReturnType<typeof openPushService>>

/** A test with a shop whose push service stands in for those of browsers. */
const test = ownShopTest.extend<object, { service: PushService }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const service = await openPushService()
      await use(service)
      await service.close()
    },
    { scope: 'worker' },
  ],
  ownShop: [
    async ({ service }, use) => {
      const shop = await openDemoShop({ PUSH_HOSTS: service.host })
      await use(shop)
      await shop.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
test.use({ serviceWorkers: 'allow' })

test('the seller turns on notifications after the first sale, and hears of the next one', async ({
  page,
  context,
  request,
  admin,
  shopper,
  service,
}) => {
  test.slow()
  const sell = async () => {
    const order = await shopper.placeOrder('kids-gingham-clip-pair')
    const payment = await request.post('/api/orders/processSquare', {
      headers: { authorization: `Bearer ${shopper.token}` },
      data: { price: toCents(order.totalPrice), sourceId: 'cnon:card-nonce-ok', orderId: order._id },
    })
    expect(payment.ok(), await payment.text()).toBe(true)
    return order
  }
  await context.grantPermissions(['notifications'])
  await standInForPushManager(page, (publicKey) => service.subscribe(publicKey))
  await sell()
  await admin.signIn(page)
  await page.goto('/admin/dashboard')
  const card = page.getByRole('region', { name: 'Get a notification for every sale' })
  await expect(card).toBeVisible()
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Turn on notifications' }).click()
  await expect(card).toBeHidden()

  const order = await sell()
  await expect.poll(() => service.received.length).toBe(1)
  const message = service.received[0]?.message
  expect(message).toMatchObject({ path: `/order/${order._id}`, body: `Open order ${order.number} to pack it.` })
  const worker = await deskWorker(context)
  await deliver(context, page, message ?? {})
  await expect.poll(() => shownNotifications(worker)).toEqual([message])
  await tap(worker, message?.path ?? '')
  await expect(page).toHaveURL(`/order/${order._id}`)

  await page.goto('/admin/notifications')
  await expect(page.getByText('Notifications are on.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: 'Low stock' }).uncheck()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText('Sent. It should appear in a moment.')).toBeVisible()
  await expect.poll(() => service.received.at(-1)?.message.title).toBe('It works')
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Low stock' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('Notifications are off.')).toBeVisible()
  const sentBefore = service.received.length
  await sell()
  await page.reload()
  await expect(page.getByText('Notifications are off.')).toBeVisible()
  expect(service.received).toHaveLength(sentBefore)
})

test('a photo that the phone shares becomes the draft of a product, also after a sign-in', async ({ page, admin }) => {
  test.slow()
  await admin.signIn(page)
  await page.goto('/admin/productlist')
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.register(`/admin${document.documentElement.dataset.worker}`, {
      scope: '/admin/',
    })
    const worker = registration.active ?? registration.installing ?? registration.waiting
    if (worker?.state === 'activated') return
    await new Promise<void>((resolve) =>
      worker?.addEventListener('statechange', () => worker.state === 'activated' && resolve()),
    )
  })
  await page.evaluate(() => localStorage.removeItem('userInfo'))
  await page.reload()
  await expect(page).toHaveURL(/\/login\?/)
  // A phone sends such a form.
  await page.evaluate(() => {
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: '/admin/shared-photos', enctype: 'multipart/form-data' })
    form.innerHTML = '<label>Photo <input type="file" name="photos" multiple></label><button>Share</button>'
    document.body.append(form)
  })
  await page.getByLabel('Photo').setInputFiles('demo/photos/agate-slice-stopper.jpg')
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fadmin%2Fshared-photos/)
  await page.getByLabel('Email', { exact: false }).first().fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: /^(Sign In|Log In|Login)$/i }).click()
  await expect(page).toHaveURL('/admin/shared-photos')
  await expect(page.getByRole('img', { name: 'Shared photo 1 of 1' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create a product' }).click()
  await expect(page).toHaveURL(/\/admin\/products\/[^/]+\/edit$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('main img').first()).toBeVisible()
  await page.goto('/admin/shared-photos')
  await expect(page.getByRole('heading', { name: 'No photo arrived' })).toBeVisible()
  await expectAccessible(page)

  await page.evaluate(async () => {
    const cache = await caches.open('desk-shared-photos')
    await cache.put('/admin/shared-photos/left-over', new Response('photo'))
  })
  // Here the menu of every width is the same.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/shop')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect.poll(() => page.evaluate(() => caches.has('desk-shared-photos'))).toBe(false)
})

test('the installed desk starts at the desk, and the installed shop at the shop', async ({ page, admin }) => {
  await admin.signIn(page)
  await page.goto('/shop')
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/manifest.webmanifest')
  await page.goto('/admin/dashboard')
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/admin/manifest.webmanifest')
})
