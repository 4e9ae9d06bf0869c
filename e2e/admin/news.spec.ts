import { expectNoHorizontalScroll } from '../checkout.ts'
import { expect, expectAccessible } from '../fixtures.ts'
import { test } from '../own-shop.ts'

const PHONE = { width: 390, height: 664 }

test('a seller writes news on a phone, and shoppers see them at home, in their list and in the feed', async ({
  page,
  admin,
}) => {
  await page.setViewportSize(PHONE)
  await admin.signIn(page)
  await page.goto('/admin/news')
  await expect(page.getByText('No news yet.')).toBeVisible()
  await page.getByLabel('Title of the news').fill('Open studio <on> Saturday')
  await page.getByRole('button', { name: 'Write', exact: true }).click()
  await expect(page.getByText('News: dated when you publish them')).toBeVisible()
  await page.getByLabel('Text', { exact: true }).fill('Come by from ten. There is *tea*.')
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published. Visitors see it now.')).toBeVisible()
  await page.getByText(/^News of /).click()
  await page.getByLabel('Day', { exact: true }).fill('2026-01-02')
  await page.getByLabel('Time', { exact: true }).fill('09:30')
  await page.getByRole('button', { name: 'Save date' }).click()
  await expect(page.getByText('News of Jan 2, 2026, 9:30 AM')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'News', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Open studio <on> Saturday' })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/')
  const section = page.getByRole('region', { name: 'News' })
  await expect(section.getByRole('heading', { name: 'Open studio <on> Saturday' })).toBeVisible()
  await expect(section).not.toBeInViewport()
  await expectAccessible(page)
  await section.getByRole('link', { name: 'All news' }).click()
  await expect(page).toHaveURL('/news')
  await expect(page.getByText('Come by from ten. There is tea.')).toBeVisible()
  await expect(page.getByText('Jan 2, 2026')).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)

  // As a browser parses it.
  const titles = await page.evaluate(async () => {
    const href =
      document.querySelector<HTMLLinkElement>('link[rel="alternate"][type="application/atom+xml"]')?.href ?? ''
    const feed = new DOMParser().parseFromString(await (await fetch(href)).text(), 'application/xml')
    return [...feed.querySelectorAll('parsererror, entry > title')].map(({ textContent }) => textContent)
  })
  expect(titles).toEqual(['Open studio <on> Saturday'])
  await page.getByRole('link', { name: 'Open studio <on> Saturday' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Open studio <on> Saturday')
  await expectAccessible(page)
})
