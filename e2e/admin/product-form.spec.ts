import type { APIRequestContext, Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'
import type { SignedIn } from '../shoppers.ts'
import { delayRequests } from '../slowness.ts'
import { newPiece, photoChooser, photoFile, photoItems } from './product-photos.ts'

/** Opens the form of a new product, in which no upload completes before `release`. */
async function openWithSlowUploads(page: Page, request: APIRequestContext, admin: SignedIn) {
  const { id, name } = await newPiece(request, admin)
  await admin.signIn(page)
  const release = await delayRequests(page, '**/api/products/uploadImage')
  await page.goto(`/admin/products/${id}/edit`)
  return { id, name, release }
}

test.describe(() => {
  test.use({ expectedFailures: [/415|^Upload of renamed\.jpg failed/] })

  test('a product is saved without the photos that fail to upload, and says so', async ({ page, admin, request }) => {
    const { id, name, release } = await openWithSlowUploads(page, request, admin)
    await photoChooser(page).setInputFiles([
      { name: 'renamed.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('notes') },
      { name: 'IMG_1.tiff', mimeType: 'image/tiff', buffer: Buffer.from('notes') },
      await photoFile('good.png', '#aa3333'),
    ])
    const logEntry = page.waitForEvent('console', (message) =>
      message.text().startsWith('Upload of renamed.jpg failed'),
    )
    await page.getByRole('button', { name: 'Update Product' }).click()
    await expect(page.getByText('Photos are still uploading.')).toBeVisible()
    await expect(page).toHaveURL(/edit$/)
    release()
    await logEntry
    await expect(page).not.toHaveURL(/edit$/)
    const warning = `${name} was saved without 2 photos that could not be uploaded: renamed.jpg, IMG_1.tiff.`
    await expect(page.getByText(warning)).toBeVisible()
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
    await photoChooser(page).setInputFiles([
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
      { name: 'renamed.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('notes') },
      await photoFile('good.png', '#aa3333'),
    ])
    await expect(photoItems(page)).toHaveCount(1)
    const uploads = page.getByRole('list', { name: 'Uploads' })
    await expect(uploads.getByRole('alert')).toHaveText([
      'notes.txtChoose a JPEG, PNG, HEIC, WebP, AVIF or GIF file.',
      'renamed.jpgChoose a JPEG, PNG, HEIC, WebP, AVIF or GIF file.',
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

test('the two fields of the days to make stand on one line, also where a label takes two', async ({
  page,
  admin,
  request,
}) => {
  const { id } = await newPiece(request, admin)
  await admin.signIn(page)
  await page.goto(`/admin/products/${id}/edit`)
  await page.getByLabel('Made to order').check()
  const [from, to] = await Promise.all(
    ['From (business days)', 'To (business days)'].map((label) =>
      page.getByLabel(label, { exact: true }).boundingBox(),
    ),
  )
  expect((from?.y ?? 0) + (from?.height ?? 0)).toBe((to?.y ?? 1) + (to?.height ?? 0))
})

test.describe('two concurrent edits', () => {
  test.use({ expectedFailures: [/409/] })

  test("lose nothing: the second editor sees the first one's change and saves on top of it", async ({
    page,
    admin,
    request,
  }) => {
    const { id, name, edit } = await newPiece(request, admin)
    await admin.signIn(page)
    await page.goto(`/admin/products/${id}/edit`)
    await page.getByLabel('Color').fill('Honey')
    await page.getByLabel('Quantity').fill('6')
    await edit({ price: 25, qty: 3 })
    await page.getByRole('button', { name: 'Update Product' }).click()
    await expect(page.getByText('Updated to their version: Price.')).toBeVisible()
    await expect(page.getByLabel('Price', { exact: true })).toHaveValue('25.00')
    await expect(page.getByLabel('Quantity')).toHaveValue('5')
    await expect(page.getByLabel('Color')).toHaveValue('Honey')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Update Product' }).click()
    await expect(page.getByText(`${name} was saved.`)).toBeVisible()
    const savedProduct = await (await request.get(`/api/products/${id}`)).json()
    expect(savedProduct).toMatchObject({ price: 25, qty: 5, color: 'Honey' })
  })
})
