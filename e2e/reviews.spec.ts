import { eq } from 'drizzle-orm'
import { reviewAsks } from '#features/reviews/schema.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { signedLink } from '#server/shop/secrets/signed-links.ts'
import { expectNoHorizontalScroll } from './checkout.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { signedInAs } from './shoppers.ts'
import { payByCall, test } from './square.ts'

test('a buyer writes a review with a photo by the link of the email, and the seller answers it', {
  tag: '@phone',
}, async ({ page, request, shopper, squareShop: { db, piece } }) => {
  test.slow()
  const slug = await piece({ name: 'Tide Mug', qty: 3 })
  const order = await shopper.placeOrder(slug)
  await payByCall(page, shopper, order)
  await db.update(orders).set({ deliveredAt: new Date() }).where(eq(orders.id, order._id))
  await db.insert(reviewAsks).values({ orderId: order._id })

  await page.goto(`/reviews/write#${await signedLink(db, 'review', order._id)}`)
  await expect(page.getByRole('heading', { name: 'How do you like your piece?' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Publish my review' }).click()
  await expect(page.getByText('Choose one to five stars.')).toBeVisible()
  await page.getByRole('radio', { name: '4 of 5 stars' }).check({ force: true })
  await page.getByLabel('Your words').fill('Warm in the hand.')
  const photos = page.getByLabel('Add photos of Tide Mug', { exact: true }).and(page.locator('input'))
  await photos.setInputFiles({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('no photo') })
  await expect(page.getByText('This browser cannot open IMG_1.HEIC.')).toBeVisible()
  await photos.setInputFiles('demo/photos/agate-slice-stopper.jpg')
  await expect(page.getByRole('img', { name: 'Photo 1 of Tide Mug' })).toBeVisible()
  await expect(page.getByLabel('Name to show')).toHaveValue('Grace')
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'Publish my review' }).click()
  await expect(page.getByText('Thank you! Your review is in the shop now.')).toBeVisible()
  await page.getByRole('link', { name: 'See Tide Mug' }).click()

  const section = page.getByRole('region', { name: 'Reviews', exact: true })
  await expect(section).toContainText('Warm in the hand.')
  await expect(section.getByRole('img', { name: 'Photo by Grace' })).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)

  await db.update(users).set({ isAdmin: true }).where(eq(users.email, shopper.email))
  await (await signedInAs(request, shopper)).signIn(page)
  await page.goto('/admin/reviews')
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByLabel('Email buyers once and ask for a review').check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Buyers get one email 7 days after their order came.')).toBeVisible()
  await page.getByRole('button', { name: 'Answer: review by Grace' }).click()
  await page.getByLabel('Your answer').fill('Thank you, Grace!')
  await page.getByRole('button', { name: 'Save answer: review by Grace' }).click()
  await expect(page.getByRole('button', { name: 'Edit answer: review by Grace' })).toBeVisible()
  await page.getByRole('button', { name: 'Hide: review by Grace' }).click()
  await page.getByRole('button', { name: 'Hide the review: review by Grace' }).click()
  await expect(page.getByLabel('Why?')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.goto(`/products/${slug}`)
  await expect(page.getByRole('region', { name: 'Reviews', exact: true })).toContainText('Thank you, Grace!')
})
