import { expect, expectAccessible } from '../fixtures.ts'
import { test } from '../own-shop.ts'

test('the seller copies the address for Google, finds her products there, and keeps assistants away', {
  tag: '@phone',
}, async ({ page, admin }) => {
  await admin.signIn(page)
  await page.goto('/admin/settings')
  await page.getByRole('link', { name: /Google and assistants/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Google and assistants' })).toBeVisible()
  const address = await page.getByRole('textbox', { name: 'All products' }).inputValue()
  expect(new URL(address).pathname).toBe('/feeds/google.xml')
  await page.getByRole('button', { name: 'Copy the address of all products' }).click()
  await expect(page.getByText(/^(Copied\.|Select the address and copy it by hand\.)$/)).toBeVisible()
  await expectAccessible(page)
  const read = async (path: string) => page.request.get(path)
  const feed = await read('/feeds/google.xml')
  expect(await feed.text()).toContain('<g:availability>in_stock</g:availability>')
  await expect(await read('/llms.txt')).toBeOK()

  const assistants = page.getByRole('checkbox', { name: 'AI assistants may read my shop' })
  await assistants.uncheck()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expectAccessible(page)
  await expect.poll(async () => (await read('/llms.txt')).status()).toBe(404)
  expect(await (await read('/robots.txt')).text()).toContain('User-agent: GPTBot')
  expect((await read('/feeds/google.xml')).status()).toBe(200)
  await page.goto('/admin/settings')
  await expect(page.getByRole('link', { name: /Google and assistants/ })).toBeVisible()
  await expect(page.getByText('Assistants may not read')).toBeVisible()

  await page.goto('/admin/settings/catalogs')
  await assistants.check()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect.poll(async () => (await read('/llms.txt')).status()).toBe(200)
})
