import type { Page } from '@playwright/test'
import { RESET_TEXT } from '#contract/reset-texts.ts'
import { TEXT } from '#contract/texts.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { messagesTo, resetPath } from './messages.ts'

const NEW_PASSWORD = 'a glazed cup by the sea'

// The browser lists a refused call as a failed load.
test.use({ expectedFailures: [/status of (400|401|403)/] })

const outbox = () => process.env.E2E_OUTBOX ?? ''
const main = (page: Page) => page.getByRole('main')
const alert = (page: Page) => main(page).getByRole('alert')

async function ask(page: Page, email: string) {
  await page.getByLabel(TEXT.emailAddress).fill(email)
  await main(page).getByRole('button', { name: RESET_TEXT.sendPasswordReset }).click()
}

async function set(page: Page, password: string, confirm = password) {
  await page.getByLabel(RESET_TEXT.newPassword).fill(password)
  await page.getByLabel(TEXT.confirmPassword).fill(confirm)
  await main(page).getByRole('button', { name: TEXT.signIn }).press('Enter')
}

test('a forgotten password is reset, from the form through the message to the new sign-in', async ({
  page,
  shopper,
}) => {
  await page.goto('/login')
  await page.getByRole('link', { name: TEXT.forgotPassword }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot Password' })).toBeVisible()
  await expect(page.getByLabel(TEXT.emailAddress)).toHaveAttribute('autocomplete', 'username')
  await expectAccessible(page)
  await ask(page, shopper.email)
  const confirmation = main(page).getByRole('status')
  await expect(confirmation).toContainText('If there’s an account for that email, a reset link')
  const shownAt = Date.now()
  await expectAccessible(page)
  await expect(page.getByLabel(TEXT.emailAddress)).toHaveValue(shopper.email)
  await expect(confirmation).toHaveCount(0)
  expect(Date.now() - shownAt).toBeGreaterThan(2_000)

  const path = await resetPath(outbox(), shopper.email)
  const policy = (await page.goto(path))?.headers()['referrer-policy']
  expect(policy).toBe('no-referrer')
  for (const label of [RESET_TEXT.newPassword, TEXT.confirmPassword])
    await expect(page.getByLabel(label)).toHaveAttribute('autocomplete', 'new-password')
  await expectAccessible(page)

  await set(page, NEW_PASSWORD, 'something else')
  await expect(alert(page)).toContainText('Passwords do not match!')
  await expect(page.getByLabel(TEXT.confirmPassword)).toBeFocused()
  await expectAccessible(page)
  await set(page, 'password1')
  await expect(alert(page)).toContainText('Password Change Failed!')
  await expect(page.getByLabel(RESET_TEXT.newPassword)).toBeFocused()
  await expect(page.getByLabel(RESET_TEXT.newPassword)).toHaveAccessibleDescription(/too common/)
  await expect(page.getByLabel(RESET_TEXT.newPassword)).toHaveValue('password1')
  await expectAccessible(page)

  await set(page, NEW_PASSWORD)
  await expect(main(page).getByRole('status')).toContainText('Your password has been changed.')
  await expect(main(page).getByRole('link', { name: TEXT.signIn })).toBeFocused()
  await expectAccessible(page)
  await page.waitForURL(/\/login$/)
  await page.getByLabel(TEXT.emailAddress).fill(shopper.email)
  await page.getByLabel(TEXT.password).fill(NEW_PASSWORD)
  await main(page).getByRole('button', { name: TEXT.signIn }).click()
  await expect(page).toHaveURL(/\/$/)

  const subjects = async () => (await messagesTo(outbox(), shopper.email)).map(({ headers }) => headers.subject)
  await expect.poll(subjects).toContain('Your Zi Boutique password was changed')
  await page.goto(path)
  // Signed in by now, and told all the same why the link does nothing.
  await page.waitForURL(/\/login\?again=1$/)
  await expect(main(page).getByRole('status')).toContainText('This link has expired or was used.')
})

test('a reset link that does not work leads to the sign-in form, which says why', async ({ page }) => {
  await page.goto('/reset-password/made-up')
  await page.waitForURL(/\/login\?again=1$/)
  await expect(main(page).getByRole('status')).toContainText('This link has expired or was used.')
  await expectAccessible(page)
})

test('a reset link that is used while its page is open fails there', async ({ page, request, shopper }) => {
  await page.goto('/forgot-password')
  await ask(page, shopper.email)
  const path = await resetPath(outbox(), shopper.email)
  await page.goto(path)
  await expect(page.getByLabel(RESET_TEXT.newPassword)).toBeVisible()
  const token = path.split('/').at(-1)
  await request.post(`/api/users/forgot-password-reset/${token}`, { data: { password: 'somebody was faster' } })
  await set(page, NEW_PASSWORD)
  await expect(alert(page)).toContainText('Password Change Failed!')
  await expect(alert(page)).toContainText('This link has expired or was used.')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)
})

test('an invalid email address gets an error beside its field and stays in it', async ({ page }) => {
  await page.goto('/forgot-password')
  await ask(page, '')
  await expect(alert(page)).toContainText(TEXT.completeAllFields)
  await ask(page, 'ann@')
  await expect(alert(page)).toContainText('Enter a valid email address.')
  await expect(page.getByLabel(TEXT.emailAddress)).toHaveValue('ann@')
  await expect(page.getByLabel(TEXT.emailAddress)).toHaveAccessibleDescription('Enter a valid email address.')
  await expectAccessible(page)
})

test('a reset link requested while signed in leads to a new sign-in', async ({ page, shopper }) => {
  await shopper.signIn(page)
  await page.goto('/forgot-password')
  await expect(page.getByLabel(TEXT.emailAddress)).toHaveValue(shopper.email)
  await main(page).getByRole('button', { name: RESET_TEXT.sendPasswordReset }).click()
  await page.goto(await resetPath(outbox(), shopper.email))
  await set(page, NEW_PASSWORD)
  await main(page).getByRole('link', { name: TEXT.signIn }).click()
  await expect(page.getByLabel(TEXT.password)).toBeVisible()
})

test('a new email address takes the password and the code that is mailed to it', async ({ page, shopper }) => {
  await shopper.signIn(page)
  await page.goto('/profile')
  const other = `new-${shopper.email}`
  await page.getByLabel(TEXT.emailAddress).fill(other)
  await main(page).getByRole('button', { name: TEXT.update }).click()
  const question = page.getByRole('dialog', { name: 'Please sign in again' })
  await question.getByLabel(TEXT.password).fill(shopper.password)
  await question.getByRole('button', { name: TEXT.signIn }).click()
  await expect(main(page).getByText(`We emailed a code to ${other}.`)).toBeVisible()
  await expectAccessible(page)
  const subjects = async (email: string) => (await messagesTo(outbox(), email)).map(({ headers }) => headers.subject)
  await expect.poll(() => subjects(other)).toEqual(['Your code at Zi Boutique'])
  const [message] = await messagesTo(outbox(), other)
  await page.getByLabel('Code').fill(/^\d{6}$/m.exec(message?.text ?? '')?.[0] ?? '')
  await main(page).getByRole('button', { name: 'Use this address' }).click()
  await expect(page.getByLabel(TEXT.emailAddress)).toHaveValue(other)
  await page.reload()
  await expect(page.getByLabel(TEXT.emailAddress)).toHaveValue(other)
  await expect
    .poll(async () => (await subjects(shopper.email)).sort())
    .toEqual(['A new email address for your account at Zi Boutique', 'Your Zi Boutique email address was changed'])
})
