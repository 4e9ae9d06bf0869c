import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { expectNothingScrollsSideways } from '../checkout.ts'
import { openDemoShop } from '../demo-shop.ts'
import { expect, expectAccessible } from '../fixtures.ts'
import { test as everyday } from '../own-shop.ts'

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return String(port)
}

/** With a shop on a port of its own, which it has after a restart, too. */
const test = everyday.extend({
  ownShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const shop = await openDemoShop({ PORT: await freePort() })
      await use(shop)
      await shop.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
// While the shop restarts, nothing answers.
test.use({ expectedFailures: [/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/] })

test('the seller connects her mail server without a terminal, restarts the shop, and downloads a backup', async ({
  page,
  admin,
  ownShop,
}) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  let mails = 0
  const mailServer = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _, done) {
      stream.resume().on('end', () => {
        mails += 1
        done()
      })
    },
  })
  const listening = mailServer.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  await admin.signIn(page)
  await page.goto('/admin/setup')
  await expect(page).toHaveURL('/admin/shop-check')
  const mail = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Email', exact: true }) })
  await expect(mail).toContainText('To do')
  await mail.getByLabel('Mail server', { exact: true }).fill('127.0.0.1')
  await mail.getByLabel('Port').fill(String(port))
  await mail.getByLabel('Messages come from').fill('orders@keramik.test')
  await mail.getByRole('button', { name: 'Send a test with these values' }).click()
  await expect(mail).toContainText('127.0.0.1 took the test email')
  expect(mails).toBe(1)
  await expectAccessible(page)
  await mail.getByRole('button', { name: 'Save', exact: true }).click()
  const restart = page.getByRole('button', { name: 'Restart the shop' })
  await expect(restart).toBeVisible()
  expect((await stat(join(ownShop.folder, 'entered-settings.json'))).mode & 0o777).toBe(0o600)
  await restart.click()
  await expect(restart).toBeHidden({ timeout: 60_000 })
  await page.reload()
  await expect(mail).toContainText('Emails go through 127.0.0.1, from orders@keramik.test.')

  const backup = page.getByRole('button', { name: 'Make a backup and download it' })
  await expect(backup).toBeEnabled()
  const downloading = page.waitForEvent('download', { timeout: 180_000 })
  await backup.click()
  expect((await downloading).suggestedFilename()).toMatch(/^boutique-.*\.tar$/)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
  }
  await mail.locator('summary').first().click()
  await page.getByRole('link', { name: 'Guide: Email' }).click()
  await expect(page.getByRole('heading', { name: '5. Send email' })).toBeFocused()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNothingScrollsSideways(page)
  await expectAccessible(page)
  mailServer.close()
})
