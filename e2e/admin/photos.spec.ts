import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { newPiece, photoChooser, photoFile, photoItems } from './product-photos.ts'

const shownPhotos = (page: Page) =>
  photoItems(page)
    .getByRole('textbox')
    .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value))

async function uploadThree(page: Page) {
  await photoChooser(page).setInputFiles([
    await photoFile('a.png', '#aa3333'),
    await photoFile('b.png', '#33aa33'),
    await photoFile('c.png', '#3333aa'),
  ])
  await expect(photoItems(page)).toHaveCount(3)
  for (const [index, words] of ['red', 'green', 'blue'].entries())
    await page.getByLabel(`Photo ${index + 1}: description`).fill(words)
}

test('the seller uploads several photos, sorts and describes them, and the shop shows them so', async ({
  page,
  admin,
  request,
}) => {
  const { id, name } = await newPiece(request, admin)
  await admin.signIn(page)
  await page.goto(`/admin/products/${id}/edit`)
  await expect(page.getByRole('button', { name: 'Choose photos' })).toBeVisible()
  await expectAccessible(page)
  await uploadThree(page)
  await expectAccessible(page)

  // With the keyboard: the focus moves along with the photo.
  await page.getByRole('button', { name: 'Move photo 3 earlier' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Move photo 2 earlier' })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Photo 3 is now number 2 of 3.' })).toBeAttached()
  expect(await shownPhotos(page)).toEqual(['red', 'blue', 'green'])
  await page.getByRole('button', { name: 'Move photo 1 later' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Move photo 2 later' })).toBeFocused()
  expect(await shownPhotos(page)).toEqual(['blue', 'red', 'green'])

  await drag(page, photoItems(page).nth(2), photoItems(page).nth(0))
  expect(await shownPhotos(page)).toEqual(['green', 'blue', 'red'])

  await page.getByRole('button', { name: 'Delete photo 2' }).click()
  expect(await shownPhotos(page)).toEqual(['green', 'red'])
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page).not.toHaveURL(/edit$/)

  await page.goto(`/products/${id}`)
  const gallery = page.getByRole('list', { name: `Photos of ${name}` })
  await expect(gallery.getByRole('img')).toHaveCount(2)
  expect(await gallery.getByRole('img').evaluateAll((all) => all.map((one) => (one as HTMLImageElement).alt))).toEqual([
    'green',
    'red',
  ])
})

async function drag(page: Page, from: Locator, to: Locator) {
  await from.scrollIntoViewIfNeeded()
  const start = await from.getByRole('img').boundingBox()
  if (!start) throw new Error('There is nothing to drag.')
  await page.mouse.move(start.x + 30, start.y + 60)
  await page.mouse.down()
  // Near the edge of the window the page scrolls until the drop target is under the pointer.
  await expect(async () => {
    const goal = await to.getByRole('img').boundingBox()
    await page.mouse.move((goal?.x ?? 0) + 40, Math.max((goal?.y ?? 0) + 50, 20), { steps: 5 })
    expect(goal?.y).toBeGreaterThan(0)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    expect((await to.getByRole('img').boundingBox())?.y, 'the page has stopped scrolling').toBe(goal?.y)
  }).toPass()
  await page.mouse.up()
}
