import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { SQUARE_TEXT } from '#contract/square-texts.ts'
import { TEXT } from '#contract/texts.ts'
import { PAYMENT_FORM } from '#web/texts/payment-form.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { payButton, payWith, SQUARE, serveSdk, test } from './square.ts'

test.describe('the card form', () => {
  // The browser logs failures inside Square's script, and lists blocked scripts as failed loads.
  test.use({ expectedFailures: [/ERR_FAILED|Error:|Tokenization failed/] })

  test('a blocked script shows an error, and Retry loads it', async ({ page, context, openOrder }) => {
    await context.route(SQUARE, (route) => route.abort())
    await openOrder()
    await expect(page.getByRole('alert')).toContainText(SQUARE_TEXT.sdkNotLoaded)
    await expect(payButton(page)).toBeHidden()
    await expectAccessible(page)
    await serveSdk(context)
    await page.getByRole('button', { name: 'Retry' }).click()
    await payWith(page)
    await expect(page.getByText(TEXT.paidOn)).toBeVisible()
  })

  test('a wrong script shows an error', async ({ page, context, openOrder }) => {
    await context.route(SQUARE, (route) => route.fulfill({ body: '', contentType: 'text/javascript' }))
    await openOrder()
    await expect(page.getByRole('alert')).toContainText(SQUARE_TEXT.sdkNotLoaded)
  })

  test('a card form that does not open shows an error after a while', async ({ page, openOrder }) => {
    await page.clock.install()
    await openOrder({ attach: 'hang' })
    await expect(page.getByText('The card form is opening.')).toBeAttached()
    await expect(payButton(page)).toBeHidden()
    await page.clock.runFor(16_000)
    await expect(page.getByRole('alert')).toContainText(SQUARE_TEXT.sdkNotLoaded)
  })

  test('a wrong application id shows an error', async ({ page, openOrder }) => {
    await openOrder({ applicationId: 'wrong' })
    await expect(page.getByRole('alert')).toContainText(SQUARE_TEXT.applicationIdWrong)
  })

  test('a wallet without a payment request says so, and the card pays', async ({ page, openOrder }) => {
    await openOrder({ paymentRequest: 'refused', wallets: ['Apple Pay', 'Google Pay'] })
    await expect(page.getByRole('alert')).toContainText(SQUARE_TEXT.paymentRequestMissing)
    await payWith(page)
    await expect(page.getByText(TEXT.paidOn)).toBeVisible()
  })

  for (const [how, outcome, says] of [
    ['as an error', { status: 'Error', errors: [{ type: 'UNKNOWN', message: 'Not now' }] }, true],
    [
      'as an error of a field',
      { status: 'Error', errors: [{ type: 'UNKNOWN', message: 'Not now', field: 'cvv' }] },
      false,
    ],
    [
      'as invalid',
      { status: 'Invalid', errors: [{ type: 'VALIDATION', message: 'CVV is not valid', field: 'cvv' }] },
      false,
    ],
    ['by throwing', 'throw', true],
  ] as const)
    test(`a card that Square refuses ${how} is logged, says what to do unless a field is marked, and the button works again`, async ({
      page,
      openOrder,
      simulator,
    }) => {
      await openOrder({ outcomes: [outcome] })
      await payWith(page)
      if (says) await expect(page.getByRole('alert')).toHaveText(PAYMENT_FORM.refused)
      else await expect(page.locator('[name="cvv"]')).toBeFocused()
      await expect(page.getByRole('alert')).toHaveCount(says ? 1 : 0)
      await expectAccessible(page)
      expect((await simulator.calls()).seen.createPayment ?? 0).toBe(0)
      await payButton(page).click()
      await expect(page.getByText(TEXT.paidOn)).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
    })
})

test('without a supported wallet there is only the card form', async ({ page, openOrder }) => {
  await openOrder()
  await expect(payButton(page)).toBeVisible()
  for (const name of ['Apple Pay', 'Google Pay', 'Cash App Pay', 'Afterpay'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  await expect(page.getByText('or by card')).toHaveCount(0)
})

for (const name of ['Apple Pay', 'Google Pay'] as const)
  test(`${name} pays; closing its sheet changes nothing`, async ({ page, openOrder }) => {
    await openOrder({ wallets: ['Apple Pay', 'Google Pay'], outcomes: [{ status: 'Cancel' }] })
    const wallet = page.getByRole('button', { name })
    await wallet.click()
    await expect(page.getByText(TEXT.notPaid)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expectAccessible(page)
    await wallet.click()
    await expect(page.getByText(TEXT.paidOn)).toBeVisible()
  })

for (const name of ['Cash App', 'Afterpay'] as const)
  test(`${name} pays where the account has it, and the order says so`, async ({ page, openOrder }) => {
    await openOrder({ wallets: [name], outcomes: [{ status: 'Cancel' }] })
    const wallet = page.getByRole('button', { name })
    await wallet.click()
    await expect(page.getByText(TEXT.notPaid)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expectAccessible(page)
    await wallet.click()
    await expect(page.getByText(`Paid with ${name}`)).toBeVisible()
  })

test('the Enter key in a card field pays', async ({ page, openOrder }) => {
  await openOrder({ outcomes: [{ status: 'Cancel' }] })
  await payWith(page)
  await page.locator('[name="zip"]').press('Enter')
  await expect(page.getByText(TEXT.paidOn)).toBeVisible()
})

test('leaving the page removes the card form', async ({ page, openOrder }) => {
  await openOrder()
  await payWith(page)
  await expect(page.getByText(TEXT.paidOn)).toBeVisible()
  const squareOptions = await page.evaluate(() => (window as { squareSeen?: object }).squareSeen)
  expect(squareOptions).toMatchObject({ attached: 1, destroyed: 1 })
})

test("the order page is a document of its own, and only it may run Square's scripts", {
  tag: ['@H2', '@H5'],
}, async ({ page, shopper, squareShop }) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (origin !== squareShop.url && request.url().startsWith('http')) foreign.push(page.url())
  })
  const order = await shopper.placeOrder(await squareShop.piece())
  await shopper.signIn(page)
  for (const path of ['/', '/shop', '/cart', '/register', '/profile']) {
    const answer = await page.goto(path)
    expect(answer?.headers()['content-security-policy']).not.toContain('squarecdn')
    // The page to register sends a signed-in shopper on.
    if (path === '/register') await page.waitForURL('/')
  }
  await mark(page)
  await page.getByRole('link', { name: `Details of order ${order.number}` }).click()
  await expect(payButton(page)).toBeVisible()
  expect(await isMarked(page)).toBe(false)
  expect(new Set(foreign)).toEqual(new Set([page.url()]))

  await mark(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
  expect(await isMarked(page)).toBe(false)
  expect(await page.evaluate(() => 'Square' in window)).toBe(false)
  await page.goBack()
  await expect(payButton(page)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  expect(await page.evaluate(() => 'Square' in window)).toBe(false)
})

const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isMarked: true }))
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window)

test('the order page runs exactly the scripts of the inventory', { tag: '@H6' }, async ({ page, openOrder }) => {
  await openOrder()
  await expect(payButton(page)).toBeVisible()
  const loadedUrls = await page.evaluate(() => [
    ...[...document.scripts].filter(({ type }) => type !== 'application/json').map(({ src }) => src || 'inline'),
    ...performance.getEntriesByType('resource').flatMap(({ name }) => (/\.m?js($|\?)/.test(name) ? [name] : [])),
  ])
  const inventory = await readFile('lab/reports/order-page-scripts.md', 'utf8')
  const listedScripts = [...inventory.matchAll(/^\| (`.*?) \|/gm)].map(([, row = '']) =>
    [...row.matchAll(/`(.*?)`/g)].map(([, script = '']) => script),
  )
  const shop = new URL(page.url()).origin
  const isOf = (script: string, url: string) => {
    const [start = '', end = ''] = (script.startsWith('/') ? shop + script : script).split('*')
    return url.startsWith(start) && url.endsWith(end)
  }
  const unlistedUrls = loadedUrls.filter((url) => !listedScripts.flat().some((script) => isOf(script, url)))
  expect(unlistedUrls).toEqual([])
  const unusedRows = listedScripts.filter((row) => !loadedUrls.some((url) => row.some((script) => isOf(script, url))))
  expect(unusedRows).toEqual([])
  expect(listedScripts).toHaveLength(2)
})

test('neither the shop nor its page ever sees a card number', { tag: '@H8' }, async ({
  page,
  openOrder,
  squareShop,
}) => {
  const number = '4111 1111 1111 1111'
  const isIn = (text: string) => text.replaceAll(/\D/g, '').includes(number.replaceAll(' ', ''))
  const sentRequests: string[] = []
  page.on('request', (request) => sentRequests.push(`${request.url()} ${request.postData() ?? ''}`))
  await openOrder()
  await payWith(page, { number })
  await expect(page.getByText(TEXT.paidOn)).toBeVisible()
  expect(sentRequests.filter((text) => text.includes('processSquare'))).toHaveLength(1)
  expect(sentRequests.filter(isIn)).toEqual([])
  expect(isIn(await page.content())).toBe(false)
  expect(isIn(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })))).toBe(false)
  expect(await squareShop.tablesWith(isIn)).toEqual([])
  expect(isIn(squareShop.output())).toBe(false)
})
