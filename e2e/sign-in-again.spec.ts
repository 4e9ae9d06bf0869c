import type { Page } from '@playwright/test'
import { userDeleted } from '#contract/admin/texts.ts'
import { TEXT } from '#contract/texts.ts'
import { ageSession } from './database.ts'
import { ADMIN } from './demo-shop.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { signedInAs } from './shoppers.ts'

// The browser lists a refused call as a failed load.
test.use({ expectedFailures: [/status of (401|403)/] })

const NEW_PASSWORD = 'a glazed cup by the sea'
const main = (page: Page) => page.getByRole('main')
const question = (page: Page) => page.getByRole('dialog', { name: 'Please sign in again' })

async function answer(page: Page, password: string) {
  await question(page).getByLabel(TEXT.password).fill(password)
  await question(page).getByRole('button', { name: TEXT.signIn }).click()
}

test('a new password takes the old one in a dialog, and loses nothing', async ({ page, shopper }) => {
  await shopper.signIn(page)
  await page.goto('/profile')
  await page.getByLabel('Name', { exact: true }).fill('Grace the Potter')
  await page.getByLabel(TEXT.password, { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel(TEXT.confirmPassword).fill(NEW_PASSWORD)
  const update = main(page).getByRole('button', { name: TEXT.update })
  await update.click()
  await expect(question(page).getByLabel(TEXT.password)).toBeFocused()
  await expect(question(page)).toContainText(shopper.email)
  await expectAccessible(page)

  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(update).toBeFocused()
  await expect(main(page).getByRole('alert')).toHaveCount(0)
  await expect(page.getByLabel(TEXT.confirmPassword)).toHaveValue(NEW_PASSWORD)

  await update.click()
  await answer(page, 'not her password')
  await expect(question(page).getByRole('alert')).toHaveText('Invalid email or password.')
  await expectAccessible(page)
  await answer(page, shopper.password)
  await expect(main(page).getByRole('status').first()).toContainText('Your profile has been updated.')
  await expect(question(page)).toHaveCount(0)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Grace the Potter')
  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Grace the Potter')
})

test('the seller deletes a user 15 minutes after signing in', async ({ page, request, shopper }) => {
  // A session of its own: the session that the other journeys share must stay recent.
  const admin = await signedInAs(request, ADMIN)
  await admin.signIn(page)
  await ageSession(admin.token, '16 minutes')
  await page.goto(`/admin/userlist?keyword=${shopper.email}`)
  const remove = async () => {
    await page.getByRole('button', { name: 'Delete Grace Potter' }).click()
    await page.getByRole('dialog', { name: TEXT.areYouSure }).getByRole('button', { name: 'Delete' }).click()
  }
  await remove()
  await expectAccessible(page)
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(question(page)).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('row', { name: shopper.email })).toBeVisible()
  await remove()
  await answer(page, ADMIN.password)
  await expect(page.getByText(userDeleted('Grace Potter')).first()).toBeVisible()
  await expect(page.getByRole('row', { name: shopper.email })).toHaveCount(0)
})

test('a sign-in page never redirects to another site, whatever its address says', async ({
  page,
  shopper,
  baseURL,
}) => {
  await shopper.signIn(page)
  const redirects = [
    ['//evil.example', '/'],
    ['https://evil.example/', '/'],
    ['/%5C%5Cevil.example', '/'],
    ['/%09/evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/shop?keyword=pen', '/shop'],
    ['profile', '/profile'],
  ] as const
  for (const [redirect, path] of redirects) {
    await page.goto(`/login?redirect=${encodeURIComponent(redirect)}`)
    await page.waitForURL((url) => !url.pathname.startsWith('/login'))
    const { origin, pathname } = new URL(page.url())
    expect([origin, pathname], redirect).toEqual([baseURL, path])
  }
})
