import { expect, expectAccessible } from '../fixtures.ts'
import { test } from '../own-shop.ts'

test.use({ expectedFailures: [/status of 400/] })

test(
  'a search that finds too little is on the seller’s list, becomes a synonym at a press, and finds',
  {
    tag: '@phone',
  },
  async ({ page, admin }, { project }) => {
    // A shop is shared by the journeys of a process, on a phone and on a wide screen.
    const name = project.name.replaceAll('-', '')
    const none = `zeppelin${name}`
    const few = `plaid ${name} bow`
    await page.goto(`/search/${none}`)
    await expect(page.getByRole('heading', { name: `No matches for “${none}”` })).toBeVisible()
    await page.goto(`/search/${encodeURIComponent(few)}`)
    const main = page.getByRole('main')
    await expect(main).toContainText(`No piece matches all of “${few}”. These match “bow”.`)
    await expect(main.locator('li a[href^="/products/"]').first()).toContainText('Bow')
    await expectAccessible(page)
    await main.getByRole('link', { name: '“bow”' }).click()
    await expect(page).toHaveURL(/\/search\/bow$/)

    await admin.signIn(page)
    await page.goto('/admin/search-words')
    const row = (keyword: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('link', { name: keyword }) })
    await expect(row(few)).toContainText('1 search, last on')
    await expect(row(few)).toContainText('Finds products for “bow” only.')
    await expect(row(none)).toContainText('Finds nothing.')
    await expectAccessible(page)
    await row(few)
      .getByRole('button', { name: `Let it mean “bow”: ${few}` })
      .click()
    await expect(page.getByText(`Shoppers who type “${few}” now find it.`)).toBeVisible()
    await expect(row(few)).toHaveCount(0)

    await row(none)
      .getByRole('button', { name: `Choose what it finds: ${none}` })
      .click()
    const finds = row(none).getByRole('textbox', { name: 'The search also finds' })
    await expect(finds).toBeFocused()
    await row(none).getByRole('button', { name: 'Save' }).click()
    await expect(row(none)).toContainText('Enter what it should find, or a second word above.')
    await expectAccessible(page)
    await finds.fill('scrunchie, barrette')
    await finds.press('Enter')
    await expect(row(none)).toHaveCount(0)

    await page.goto(`/search/${encodeURIComponent(few)}`)
    await expect(main.locator('li a[href^="/products/"]').first()).toContainText('Bow')
    await expect(main).not.toContainText('No piece matches')
    await page.goto(`/search/${none}`)
    await expect(main.locator('li a[href^="/products/"]').filter({ hasText: /Scrunchie|Barrette/ })).toHaveCount(3)

    await page.goto('/admin/search-words?show=synonyms')
    await page.getByRole('button', { name: `Edit “${none}”` }).click()
    await expect(page.getByRole('textbox', { name: 'Shoppers type' })).toHaveValue(none)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: `Delete “${none}”` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('button', { name: `Edit “${none}”` })).toHaveCount(0)
    await page.goto(`/search/${none}`)
    await expect(page.getByRole('heading', { name: `No matches for “${none}”` })).toBeVisible()
  },
)
