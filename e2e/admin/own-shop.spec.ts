import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startShop } from '#scripts/start-shop.ts'
import { expectNoHorizontalScroll } from '../checkout.ts'
import { test as everyday, expect, expectAccessible } from '../fixtures.ts'
import { photoChooser, photoFile, photoItems } from './product-photos.ts'

const LINK_PATTERN = /Sign in for the first time with this link: (http\S+)/

type NewShop = { url: string; link: string }

/** A test in a demo shop that nobody has signed in to, with the link that its start printed. */
const test = everyday.extend<{ newShop: NewShop }>({
  newShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'boutique-mara-'))
      const shop = await startShop({ DATA_DIR: folder, DATABASE_URL: '', DEMO: '1' })
      await expect.poll(() => shop.output()).toMatch(LINK_PATTERN)
      await use({ url: shop.url, link: LINK_PATTERN.exec(shop.output())?.[1] ?? '' })
      await shop.stop()
      await rm(folder, { recursive: true, force: true })
    },
    { timeout: 120_000 },
  ],
  baseURL: async ({ newShop }, use) => use(newShop.url),
})

// From axe, in the frame of the preview, which runs no scripts.
test.use({ expectedFailures: [/^Blocked script execution in 'about:srcdoc'/] })

const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()
const card = (page: Page, number: number) => expect(page.getByText(`Card ${number} of 5`)).toBeVisible()

async function addPiece(page: Page, name: string, color: string) {
  await page.goto('/admin/productlist')
  await page.getByRole('button', { name: 'Create Product' }).click()
  await expect(page).toHaveURL(/edit$/)
  await photoChooser(page).setInputFiles([await photoFile(`${name}.png`, color)])
  await expect(photoItems(page)).toHaveCount(1)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Price', { exact: false }).first().fill('38')
  await page.getByLabel('Quantity').fill('2')
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page).not.toHaveURL(/edit$/)
}

async function addPage(page: Page, start: string) {
  await page.goto('/admin/pages')
  await page.getByRole('button', { name: start, exact: true }).click()
  await page.getByLabel('Text', { exact: true }).fill(`What Mara says about it: ${start}.`)
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published. Visitors see it now.')).toBeVisible()
}

test('a potter opens a shop of her own from the demo, on her phone', async ({ page, newShop }) => {
  await page.goto(newShop.link)
  await page.getByLabel('Name').fill('Mara')
  await page.getByLabel('Email').fill('mara@keramik.example')
  await page.getByLabel('Password', { exact: true }).fill('a kiln in the garden')
  await page.getByLabel('Confirm Password').fill('a kiln in the garden')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  const question = page.getByRole('region', { name: 'This is the demo shop' })
  await expect(question.getByRole('button', { name: 'Keep looking at the demo' })).toBeVisible()
  await expectAccessible(page)

  await question.getByRole('button', { name: 'Start my shop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start my shop' }).click()
  await expect(page).toHaveURL(/\/admin\/welcome$/)
  await card(page, 1)
  await page.getByLabel('Name', { exact: true }).fill('Mara Keramik')
  await page.getByLabel('Your logo').check()
  await page.getByLabel('Choose a logo').setInputFiles(await photoFile('logo.png', '#8a3b12'))
  await expect(page.getByRole('button', { name: 'Choose another logo' })).toBeVisible()
  const preview = page.frameLocator('iframe[title="Preview of your shop"]')
  await expect(preview.getByText('Mara Keramik').first()).toBeAttached()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await next(page)
  await card(page, 2)
  await page.getByRole('button', { name: 'Terracotta' }).click()
  await next(page)
  await card(page, 3)

  // Left here and taken up again.
  await page.goto('/admin/dashboard')
  await expect(page.getByText('You have done 2 of 5 cards.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Make it yours' }).click()
  await card(page, 3)
  await page.getByLabel('Add photo').setInputFiles(await photoFile('hero.png', '#335577'))
  await page.getByLabel('Headline').fill('Stoneware for every day')
  await expect(preview.getByRole('heading', { name: 'Stoneware for every day' })).toBeAttached()
  await next(page)
  await card(page, 4)
  await page.getByLabel('Story', { exact: true }).fill('I throw pots in a small studio by the river.')
  await page.getByLabel('Add story photo').setInputFiles(await photoFile('mara.png', '#775533'))
  await expect(page.getByRole('button', { name: 'Replace' })).toBeVisible()
  await next(page)
  await card(page, 5)
  await page.getByLabel('Business days until you ship').fill('4-5')
  await page.getByLabel('Shipping for one, in $').fill('6.50')
  await page.getByRole('radio', { name: 'I do not collect tax yet' }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  const publishedNote = page.getByRole('region', { name: 'Your shop is published' })
  await expect(publishedNote).toContainText(newShop.url)
  await expectAccessible(page)

  for (const [name, color] of [
    ['Ash Vase', '#aa3333'],
    ['River Bowl', '#33aa33'],
    ['Night Cup', '#3333aa'],
  ] as const)
    await addPiece(page, name, color)
  for (const start of ['Shipping', 'Returns', 'Privacy', 'About']) await addPage(page, start)
  await page.goto('/admin/dashboard')
  const tasks = page.getByRole('region', { name: 'Before you open' }).getByRole('listitem')
  await expect(tasks.filter({ hasText: 'Done' })).toHaveText([
    ...[/Make it yours/, /first three products/],
    ...[/Say when you ship/, /Returns/],
  ])

  await page.goto('/')
  await expect(page).toHaveTitle('Mara Keramik')
  await expect(page.getByRole('heading', { level: 1, name: 'Stoneware for every day' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('I throw pots in a small studio by the river.')
  for (const name of ['Ash Vase', 'River Bowl', 'Night Cup'])
    await expect(page.getByRole('link', { name }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Ash Vase' }).first().click()
  await expect(page.getByRole('main')).toContainText('$6.50 for one piece')
  await expect(page.getByRole('main')).toContainText('4 to 5 business days')
  expect(await page.content()).not.toMatch(/\bZi\b/)
})
