import { expect, test } from 'vitest'
import { SetupCheck } from '#contract/admin/setup-checks.ts'
import { testApp } from '#server/testing/app.ts'
import { admin } from '#server/testing/factories.ts'
import { GUIDE_PAGES, type GuidePage, type GuidePageName } from '../contract.ts'
import { GUIDE_PLACES } from '../guide.ts'

/** The pages of the guide, as the shop's admin reads them. */
async function openGuide() {
  const { db, get } = await testApp()
  const { token } = await admin(db)
  return async (page: GuidePageName) => (await get(`/api/setup/guide/${page}`, token)).json<GuidePage>()
}

const idsIn = (html: string) => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)

test('every part of the shop check has its paragraph in the guide', async () => {
  const pageOf = await openGuide()
  expect(Object.keys(GUIDE_PLACES).toSorted()).toEqual(SetupCheck.shape.name.options.toSorted())
  for (const { page, anchor } of Object.values(GUIDE_PLACES)) expect(idsIn((await pageOf(page)).html)).toContain(anchor)
})

test.for(GUIDE_PAGES)('the links of the guide’s page %s lead to its pages or out of the shop', async (page) => {
  const pageOf = await openGuide()
  const { title, html } = await pageOf(page)
  expect(title).not.toBe('')
  for (const [, address = ''] of html.matchAll(/<a href="([^"]*)"/g)) {
    if (/^https:/.test(address)) continue
    const [, name = page, anchor] = /^(?:\/admin\/guide\/([\w-]+))?(?:#(.*))?$/.exec(address) ?? []
    expect(GUIDE_PAGES, address).toContain(name)
    if (anchor) expect(idsIn((await pageOf(name as GuidePageName)).html), address).toContain(anchor)
  }
})

test('the guide shows tables and lines for the settings file, and a page that it has not is not there', async () => {
  const { db, get } = await testApp()
  const { token } = await admin(db)
  const { html } = (await get('/api/setup/guide/your-own-shop', token)).json<GuidePage>()
  expect(html).toContain('<td>A domain</td>')
  expect(html).toContain('<code>SQUARE_ENVIRONMENT=sandbox\nSQUARE_ACCESS_TOKEN=')
  expect((await get('/api/setup/guide/style', token)).statusCode).toBe(404)
})
