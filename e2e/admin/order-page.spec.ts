import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { TEXT } from '#contract/texts.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { buy } from '../checkout.ts'
import { inDatabase } from '../database.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { messagesTo } from '../messages.ts'

const CLIPS = 'kids-gingham-clip-pair'
const BRACELET = 'kids-rainbow-bead-bracelet'
const UPS_NUMBER = '1Z999AA10123456784'
const OTHER_UPS_NUMBER = '1Z12345E0291980793'

/** Presses a button that asks for confirmation, and confirms. */
async function confirm(page: Page, button: string, sentence: string, action: string) {
  await page.getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: TEXT.areYouSure })
  await expect(dialog).toContainText(sentence)
  await dialog.getByRole('button', { name: action, exact: true }).click()
  await expect(dialog).toBeHidden()
}

const subjectsTo = async (email: string) =>
  (await messagesTo(process.env.E2E_OUTBOX ?? '', email)).map(({ headers }) => headers.subject)

test('on a phone the pieces come first; shipping is undone, then an order goes in two parcels', {
  tag: '@phone',
}, async ({ page, admin, shopper }) => {
  const order = await buy(page, shopper, CLIPS, BRACELET)
  await admin.signIn(page)
  await page.goto(`/order/${order._id}`)
  await expect(page.getByRole('heading', { name: 'Products', level: 3 })).toBeInViewport()
  await expect(page.locator('summary', { hasText: 'Refund' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Refund' })).toBeHidden()
  await expectAccessible(page)
  await page.getByLabel('Tracking number').fill(UPS_NUMBER)
  await expect(page.getByLabel('Carrier')).toHaveValue('UPS')
  await confirm(page, TEXT.markShipped, `Email Grace that order ${order.number} has shipped?`, 'Ship and email')
  await expect(page.getByText('Shipped. The email to Grace goes out in 30 seconds.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/goes out in 30 seconds/)).toBeHidden()
  await expect(page.getByText(TEXT.notShipped).first()).toBeVisible()

  await page.getByRole('button', { name: 'Ship a part' }).click()
  await page.getByLabel(/^How many of .*Clip/).selectOption('0')
  await page.getByLabel('Tracking number').fill(UPS_NUMBER)
  await expectAccessible(page)
  await confirm(page, TEXT.markShipped, 'has shipped?', 'Ship and email')
  await expect(page.getByRole('list', { name: 'Parcels sent' }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText('1 of 2 shipped')).toBeVisible()
  await confirm(page, TEXT.markShipped, 'has shipped?', 'Ship and email')
  await expect(page.getByRole('list', { name: 'Parcels sent' }).getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Correct tracking of parcel 1' }).click()
  await expect(page.getByLabel('Tracking number')).toHaveValue(UPS_NUMBER)
  await page.getByLabel('Tracking number').fill(OTHER_UPS_NUMBER)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save Tracking' }).click()
  await expect(page.getByText('Saved. The buyer’s order page shows it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Correct tracking of parcel 1' })).toBeFocused()
  await expect
    .poll(() => subjectsTo(shopper.email), { timeout: 60_000 })
    .toEqual(expect.arrayContaining([...Array(2)].map(() => expect.stringContaining('A parcel of your order'))))
  await expect(page.getByText('Saved. Grace was told it is on its way.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()

  await page.evaluate(() => localStorage.clear())
  await shopper.signIn(page)
  await page.goto(`/order/${order._id}`)
  await expect(page.getByText('Parcel 2:')).toBeVisible()
  await expect(page.getByText(`UPS ${OTHER_UPS_NUMBER}`)).toBeVisible()
  await expectAccessible(page)
})

test('an order to pick up is ready, then collected, with neither address nor tracking', { tag: '@phone' }, async ({
  page,
  admin,
  shopper,
}) => {
  const order = await buy(page, shopper, CLIPS)
  const pickup = { address: '5 Mill Lane, Denver', hours: 'Saturdays' }
  await inDatabase((db) =>
    db
      .update(orders)
      .set({ shipping: { method: 'pickup', name: 'Pick up', by: 'pieces', zone: null, pickup } })
      .where(eq(orders.id, order._id)),
  )
  await admin.signIn(page)
  await page.goto(`/order/${order._id}`)
  const card = page.getByRole('region', { name: 'Pick-up' })
  await expect(card).toContainText('Grace picks this order up.')
  await expect(page.getByLabel('Tracking number')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Copy address' })).toHaveCount(0)
  await expectAccessible(page)
  await confirm(
    page,
    'Ready to collect',
    `Email Grace that order ${order.number} can be collected?`,
    'Ready, send the email',
  )
  await expect(card.getByText('Ready. The email to Grace goes out in 30 seconds.')).toBeVisible()
  await card.getByRole('button', { name: 'Undo' }).click()
  await expect(card).toContainText('Press the button when it is ready.')
  await confirm(page, 'Ready to collect', 'can be collected?', 'Ready, send the email')
  await expect
    .poll(() => subjectsTo(shopper.email), { timeout: 60_000 })
    .toContainEqual(expect.stringContaining('is ready to collect'))
  await expect(card.getByText('Saved. Grace was told it is ready.')).toBeVisible()
  await confirm(page, 'Collected', 'as collected?', 'Collected')
  await expect(card).toContainText('Grace has it.')
  await expect(page.getByText('Collected', { exact: true }).first()).toBeVisible()
  await expectAccessible(page)
})
