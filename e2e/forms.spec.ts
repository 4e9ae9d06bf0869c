import { TEXT } from '#contract/texts.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('an error at a card field disappears when the field is corrected, not earlier', async ({ page, shopper }) => {
  const { _id } = await shopper.placeOrder('little-rainbow-keychain')
  await shopper.signIn(page)
  await page.goto(`/order/${_id}`)
  // It begins with that of the address.
  await page.getByLabel('ZIP code').fill('')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  const wrong = page.locator('form [aria-invalid=true]')
  await expect(wrong).toHaveCount(4)
  const number = page.getByLabel('Card number')
  await expect(number).toBeFocused()
  await number.pressSequentially('4111 1111')
  await expect(wrong).toHaveCount(4)
  await number.pressSequentially(' 1111 1111')
  await expect(wrong).toHaveCount(3)
  await expect(number).toBeFocused()
  for (const [label, text] of [
    ['Expiry', '12/30'],
    ['CVV', '111'],
    ['ZIP code', '53703'],
  ] as const)
    await page.getByLabel(label).pressSequentially(text)
  await expect(wrong).toHaveCount(0)
  await expectAccessible(page)
})

test('errors of the user forms disappear as the fields are filled, the one above the form with the last', async ({
  page,
}) => {
  await page.goto('/login')
  await page.getByRole('main').getByRole('button', { name: TEXT.signIn }).click()
  await expect(page.getByRole('alert')).toContainText(TEXT.completeAllFields)
  await page.getByLabel(TEXT.emailAddress).pressSequentially('ada@shop.example')
  await expect(page.getByLabel(TEXT.emailAddress)).not.toHaveAttribute('aria-invalid')
  await expect(page.getByLabel(TEXT.password, { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel(TEXT.password, { exact: true }).pressSequentially('a')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the notice of a saved profile appears beside the Update button', async ({ page, shopper }) => {
  await shopper.signIn(page)
  await page.goto('/profile')
  await page.getByLabel('Name', { exact: true }).fill('Grace Murray')
  await page.getByRole('button', { name: TEXT.update }).click()
  await expect(page.getByText('Your profile has been updated.')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: TEXT.update })).toBeInViewport()
})
