import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { TEXT } from '#contract/texts.ts'
import { openDemoShop } from './demo-shop.ts'
import { test as everyday, expect } from './fixtures.ts'

const PASSWORD = 'a long enough secret'

/** The part of Google's script that the shop uses: a button that returns a token. */
const SCRIPT = `window.grecaptcha = {
  ready: (then) => then(),
  render(place, widget) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'Check me for ' + widget.sitekey
    button.onclick = () => widget.callback('a-token')
    place.append(button)
    return 0
  },
}`

/** A shop of its own whose robot check is a stand-in for Google's at another origin. */
const test = everyday.extend<object, { google: { url: string; tokens: string[] } }>({
  google: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const tokens: string[] = []
      const google = createServer(async (request, reply) => {
        const isScript = request.url?.startsWith('/recaptcha/api.js')
        let body = ''
        for await (const part of request) body += part
        if (!isScript) tokens.push(new URLSearchParams(body).get('response') ?? '')
        const headers = { 'cross-origin-resource-policy': 'cross-origin' }
        reply.writeHead(200, { ...headers, 'content-type': isScript ? 'text/javascript' : 'application/json' })
        reply.end(isScript ? SCRIPT : '{"success":true}')
      })
      await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve))
      const home = `http://127.0.0.1:${(google.address() as AddressInfo).port}/recaptcha`
      const keys = { RECAPTCHA_SITE_KEY: 'this-shop', RECAPTCHA_SECRET: 'secret', RECAPTCHA_BASE_URL: home }
      const shop = await openDemoShop({ ROBOT_CHECK: 'recaptcha', ...keys })
      await use({ url: shop.url, tokens })
      await shop.close()
      google.closeAllConnections()
      google.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ google }, use) => use(google.url),
})

const foreign = (page: Page) =>
  page.evaluate(
    () =>
      performance.getEntriesByType('resource').filter(({ name }) => !name.startsWith(window.location.origin)).length,
  )

test("with Google's keys the registration page, and no other document, runs Google's robot check", {
  tag: '@H5',
}, async ({ page, google }) => {
  await page.goto('/shop')
  await page.getByRole('link', { name: 'Login' }).first().click()
  await page.getByRole('main').getByRole('link', { name: TEXT.register }).click()
  await expect(page).toHaveURL(/\/register$/)
  await page.getByLabel(TEXT.name, { exact: true }).fill('Kim Weaver')
  await page.getByLabel(TEXT.emailAddress).fill(`kim-${Date.now()}@shopper.example`)
  await page.getByLabel(TEXT.password, { exact: true }).fill(PASSWORD)
  await page.getByLabel(TEXT.confirmPassword).fill(PASSWORD)
  const check = page.getByRole('button', { name: 'Check me for this-shop' })
  await expect(check).toBeVisible()
  const press = () => page.getByRole('button', { name: TEXT.register, exact: true }).click()
  await press()
  await expect(page.getByRole('alert')).toContainText(TEXT.completeRobotCheck)
  expect(google.tokens).toEqual([])
  await check.click()
  await press()
  await expect(page).toHaveURL(/\/$/)
  expect(google.tokens).toEqual(['a-token'])
  await expect(page.getByRole('button', { name: 'Kim Weaver' }).first()).toBeVisible()
  // A document with foreign scripts is left by a full page load.
  await page.waitForFunction(() => !('grecaptcha' in window))
  expect(await foreign(page)).toBe(0)
})

test("a page that may not run Google's script has the shop's own check", async ({ page, google }) => {
  const before = google.tokens.length
  const { products } = await (await page.request.get('/api/products')).json()
  await page.goto(`/requests/sister/${products[0]._id}`)
  await page.getByLabel(TEXT.emailAddress).fill('kim@shopper.example')
  await page.getByLabel('I am not a robot').check()
  await page.getByRole('button', { name: 'Send the request' }).click()
  await expect(page.getByText('Check your email')).toBeVisible()
  expect(await foreign(page)).toBe(0)
  expect(google.tokens).toHaveLength(before)
})
