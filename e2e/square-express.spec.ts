import type { Page } from '@playwright/test'
import { TEXT } from '#contract/texts.ts'
import { EXPRESS } from '#web/texts/express.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { payWith, type SdkBehavior, setSdkBehavior, test } from './square.ts'

/** Opens the page of a product, and wakes its scripts as the first touch does. */
async function openProduct(page: Page, slug: string, wishes: SdkBehavior) {
  await setSdkBehavior(page, wishes)
  const answer = await page.goto(`/products/${slug}`)
  await page.getByLabel('Quantity').focus()
  return answer?.headers()['content-security-policy'] ?? ''
}

const frameOf = (page: Page) => page.frameLocator(`iframe[title="${EXPRESS.title}"]`)

for (const name of ['Apple Pay', 'Google Pay'] as const)
  test(`${name} on the page of a product brings name, email and address, and pays`, {
    tag: ['@phone', '@H2', '@H5'],
  }, async ({ page, squareShop }) => {
    const frames = new Set<string>()
    page.on('request', (request) => {
      if (!request.url().startsWith(squareShop.url)) frames.add(new URL(request.frame().url()).pathname)
    })
    const policy = await openProduct(page, await squareShop.piece({ qty: 1 }), { wallets: ['Apple Pay', 'Google Pay'] })
    expect(policy).not.toContain('squarecdn')
    const button = frameOf(page).getByRole('button', { name })
    await expect(button).toBeVisible()
    await expectAccessible(page)
    // Square runs in the frame alone.
    expect([...frames]).toEqual(['/express'])
    expect(await page.evaluate(() => 'Square' in window)).toBe(false)
    await button.click()
    await expect(page).toHaveURL(/\/order\/[0-9a-f-]{36}$/)
    await expect(page.getByText(TEXT.paidOn)).toBeVisible()
    await expect(page.getByText('1 Main Street')).toBeVisible()
  })

test.describe('a declined wallet', () => {
  // The browser lists the refused payment as a failed load.
  test.use({ expectedFailures: [/status of 402/] })

  test('leaves an order whose page begins with the reason and the payment form', { tag: '@phone' }, async ({
    page,
    squareShop,
  }) => {
    await openProduct(page, await squareShop.piece(), { wallets: ['Google Pay'], token: 'cnon:card-nonce-declined' })
    await frameOf(page).getByRole('button', { name: 'Google Pay' }).click()
    await expect(page).toHaveURL(/\/order\/[0-9a-f-]{36}#pay$/)
    await expect(page.getByRole('alert')).toContainText('Your card was declined.')
    await payWith(page)
    await expect(page.getByText(TEXT.paidOn)).toBeVisible()
  })
})

test('without wallets of the account and the device nothing is shown', { tag: '@phone' }, async ({
  page,
  squareShop,
}) => {
  await openProduct(page, await squareShop.piece(), {})
  await expect(page.locator('iframe')).toBeAttached()
  await expect(page.locator('iframe')).toBeHidden()
})
