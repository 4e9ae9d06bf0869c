import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectAccessible, test } from '../fixtures.ts'
import type { SignedIn } from '../shoppers.ts'
import { delayRequests, slowDown } from '../slowness.ts'

/** A product for sale without photos, which no other test uses. */
async function newPiece(request: APIRequestContext, { token }: SignedIn) {
  const headers = { authorization: `Bearer ${token}` }
  const { _id } = await (await request.post('/api/products', { headers })).json()
  const fields = { name: `Blue Mug ${randomUUID().slice(0, 8)}`, sku: randomUUID(), price: 34, category: 'cups' }
  const saved = await request.put(`/api/products/${_id}`, { headers, data: fields })
  expect(saved.status(), await saved.text()).toBe(200)
  return { id: _id as string, name: fields.name }
}

/** An image of one color, which identifies it. */
const file = async (name: string, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer(),
})

const chooser = (page: Page) => page.locator('input[type=file][multiple]')
const photographs = (page: Page) => page.getByRole('list', { name: /^Photos of/ }).getByRole('listitem')
const shown = (page: Page) =>
  photographs(page)
    .getByRole('textbox')
    .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value))

async function uploadThree(page: Page) {
  await chooser(page).setInputFiles([
    await file('a.png', '#aa3333'),
    await file('b.png', '#33aa33'),
    await file('c.png', '#3333aa'),
  ])
  await expect(photographs(page)).toHaveCount(3)
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
  expect(await shown(page)).toEqual(['red', 'blue', 'green'])
  await page.getByRole('button', { name: 'Move photo 1 later' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Move photo 2 later' })).toBeFocused()
  expect(await shown(page)).toEqual(['blue', 'red', 'green'])

  await drag(page, photographs(page).nth(2), photographs(page).nth(0))
  expect(await shown(page)).toEqual(['green', 'blue', 'red'])

  await page.getByRole('button', { name: 'Delete photo 2' }).click()
  expect(await shown(page)).toEqual(['green', 'red'])
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
  }).toPass()
  await page.mouse.up()
}

/** Opens the form of a new product, in which no upload completes before `release`. */
async function openWithSlowUploads(page: Page, request: APIRequestContext, admin: SignedIn) {
  const { id, name } = await newPiece(request, admin)
  await admin.signIn(page)
  const release = await delayRequests(page, '**/api/products/uploadImage')
  await page.goto(`/admin/products/${id}/edit`)
  return { id, name, release }
}

test('a product is saved with photos whose upload is still running', async ({ page, admin, request }) => {
  const { id, release } = await openWithSlowUploads(page, request, admin)
  await chooser(page).setInputFiles([await file('a.png', '#aa3333'), await file('b.png', '#33aa33')])
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page.getByText('Photos are still uploading.')).toBeVisible()
  await expectAccessible(page)
  await expect(page).toHaveURL(/edit$/)
  release()
  await expect(page).not.toHaveURL(/edit$/)
  expect((await (await request.get(`/api/products/${id}`)).json()).images).toHaveLength(2)
})

test.describe(() => {
  test.use({ expectedFailures: [/415|^Upload of renamed\.jpg failed/] })

  test('a product is saved without the photos that fail to upload, and says so', async ({ page, admin, request }) => {
    const { id, name, release } = await openWithSlowUploads(page, request, admin)
    await chooser(page).setInputFiles([
      { name: 'renamed.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('notes') },
      { name: 'IMG_1.heic', mimeType: 'image/heic', buffer: Buffer.from('notes') },
      await file('good.png', '#aa3333'),
    ])
    const logged = page.waitForEvent('console', (message) => message.text().startsWith('Upload of renamed.jpg failed'))
    await page.getByRole('button', { name: 'Update Product' }).click()
    await expect(page.getByText('Photos are still uploading.')).toBeVisible()
    await expect(page).toHaveURL(/edit$/)
    release()
    await logged
    await expect(page).not.toHaveURL(/edit$/)
    const said = `${name} was saved without 2 photos that could not be uploaded: renamed.jpg, IMG_1.heic.`
    await expect(page.getByText(said)).toBeVisible()
    await expectAccessible(page)
    expect((await (await request.get(`/api/products/${id}`)).json()).images).toHaveLength(1)
  })

  test('a file that is not a photo gets an error beside its name, and the others are uploaded', async ({
    page,
    admin,
    request,
  }) => {
    const { id } = await newPiece(request, admin)
    await admin.signIn(page)
    await page.goto(`/admin/products/${id}/edit`)
    await chooser(page).setInputFiles([
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
      { name: 'renamed.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('notes') },
      await file('good.png', '#aa3333'),
    ])
    await expect(photographs(page)).toHaveCount(1)
    const uploads = page.getByRole('list', { name: 'Uploads' })
    await expect(uploads.getByRole('alert')).toHaveText([
      'notes.txtChoose a JPEG, PNG, WebP, AVIF or GIF file.',
      'renamed.jpgChoose a JPEG, PNG, WebP, AVIF or GIF file.',
    ])
    await expect(page.getByRole('button', { name: 'Try again: notes.txt' })).toBeHidden()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Try again: renamed.jpg' }).click()
    await expect(uploads.getByRole('alert')).toHaveCount(2)
    await page.getByRole('button', { name: 'Dismiss notes.txt' }).click()
    await page.getByRole('button', { name: 'Dismiss renamed.jpg' }).click()
    await expect(uploads).toBeHidden()
  })
})

test('photos whose uploads complete right after each other all appear', async ({ page, admin, request }) => {
  const { id } = await newPiece(request, admin)
  await admin.signIn(page)
  await page.goto(`/admin/products/${id}/edit`)
  // Rendering is slowed down, so that the second upload completes before the page shows the first.
  await slowDown(page)
  const many = await Promise.all(Array.from({ length: 20 }, (_, index) => file(`${index}.png`, '#aa3333')))
  await chooser(page).setInputFiles(many)
  await expect(photographs(page)).toHaveCount(20)
})
