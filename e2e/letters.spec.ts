import { eq } from 'drizzle-orm'
import { TEXT } from '#contract/texts.ts'
import { subscribers } from '#features/letters/schema.ts'
import { users } from '#server/shop/schema/users.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { expectNoHorizontalScroll } from './checkout.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { messageAbout } from './messages.ts'
import { signedInAs } from './shoppers.ts'
import { test } from './square.ts'

// The check for accessibility would run in the frame of the preview, which allows no scripts.
test.use({ expectedFailures: [/Blocked script execution in 'about:srcdoc'/] })

test('a guest asks for letters at the checkout, gets the one that the seller writes, and ends them in one press', {
  tag: '@phone',
}, async ({ page, request, shopper, squareShop: { db, piece, outbox } }) => {
  test.slow()
  const expectSound = async () => {
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
  }
  await saveSettings(db, { switches: { offersLetters: true }, postalAddress: '1 Kiln Road\nMadison, WI 53703' })
  const slug = await piece({ name: 'Tide Mug', qty: 2 })
  const email = `letters-${Date.now()}@shopper.example`
  await page.goto(`/products/${slug}`)
  await page.getByRole('button', { name: TEXT.addToCart }).click()
  await page.getByRole('link', { name: TEXT.proceedToCheckout }).click()
  const guest = page.getByRole('region', { name: 'Check out as a guest' })
  await guest.getByLabel(TEXT.name).fill('Gus Murray')
  await guest.getByLabel('Email for your receipt').fill(email)
  const robot = guest.getByLabel('I am not a robot')
  await guest.getByRole('button').click()
  if (await robot.isVisible()) {
    await robot.check()
    await guest.getByRole('button').click()
  }
  await page.getByLabel('Address', { exact: true }).fill('12 Orchard Lane')
  await page.getByLabel('Postal Code').fill('53703')
  await page.getByLabel('City').fill('Madison')
  await page.getByLabel('State').selectOption('WI')
  const box = page.getByLabel(/^Email me letters from/)
  await expect(box).not.toBeChecked()
  await box.check()
  await expectSound()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page).toHaveURL(/\/order\//)

  const asked = await messageAbout(outbox, email, 'Please confirm: letters from')
  await page.goto(/\/letters#[\w.-]+/.exec(asked.text)?.[0] ?? '')
  await expect(page.getByRole('heading', { name: 'Confirm your letters' })).toBeVisible()
  await expectSound()
  await page.getByRole('button', { name: 'Yes, send me letters' }).click()
  await expect(page.getByText('Thanks! You get the next letter.')).toBeVisible()

  await db.update(users).set({ isAdmin: true }).where(eq(users.email, shopper.email))
  await (await signedInAs(request, shopper)).signIn(page)
  await page.goto('/admin/letters')
  await expect(page.getByText('1 subscriber gets your letters.')).toBeVisible()
  await expectSound()
  await page.getByRole('link', { name: 'Write a letter' }).click()
  await page.getByLabel('Subject').fill('Fresh from the kiln')
  await page.getByLabel('Text', { exact: true }).fill('Hello, the kiln is **open**.')
  await page.getByText('Add products').click()
  await page.getByRole('button', { name: 'Add Tide Mug' }).click()
  const preview = page.frameLocator('iframe[title=Preview]')
  await expect(preview.getByText('See the piece')).toBeVisible()
  await expectSound()
  await page.getByRole('button', { name: 'Send to 1 subscriber' }).click()
  await page.getByRole('button', { name: 'Send the letter' }).click()
  await expect(page.getByText(/^On its way|^Sent to 1 subscriber/)).toBeVisible()
  await expectSound()

  const letter = await messageAbout(outbox, email, 'Fresh from the kiln')
  expect(letter.text).toContain('Tide Mug')
  expect(letter.headers).toHaveProperty('list-unsubscribe-post', 'List-Unsubscribe=One-Click')
  await page.goto(/\/emails\/end\?link=[\w.-]+/.exec(letter.text)?.[0] ?? '')
  await page.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(page.getByText('You will get no more letters.')).toBeVisible()
  const [row] = await db.select().from(subscribers).where(eq(subscribers.email, email))
  expect(row).toMatchObject({ state: 'ended', source: 'checkout' })
})
