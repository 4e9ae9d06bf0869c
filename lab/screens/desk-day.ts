// Walks a maker's day at the desk of the demo shop on a phone, and counts its taps and typed fields into
// lab/reports/desk-day.md, beside those of the apps that she could use instead. Each step leaves a screenshot in
// screens/desk-day/. `npm run lab -- desk-day market` walks only the steps with `market` in their names, and writes nothing.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type APIRequestContext, chromium, expect, type Locator, type Page } from '@playwright/test'
import { TEXT } from '#contract/texts.ts'
import { ADMIN } from '#e2e/demo-shop.ts'
import { messagesTo } from '#e2e/messages.ts'
import { signedInAs } from '#e2e/shoppers.ts'
import { BROWSER_FLAGS, browserPath } from '#scripts/browser.ts'
import { startShop } from '#scripts/start-shop.ts'

const FOLDER = 'screens/desk-day'
const REPORT = 'lab/reports/desk-day.md'
const PHOTO = 'demo/photos/agate-slice-stopper.jpg'
const ASKING = 'eve@shopper.example'

/** What a task took: taps, also those that choose from a list, and fields that were typed into. Scrolling is free. */
type Count = { taps: number; fields: number }

/** A thumb that counts. */
type Thumb = {
  page: Page
  tap(target: Locator): Promise<void>
  type(field: Locator, text: string): Promise<void>
  choose(list: Locator, option: string | { index: number }): Promise<void>
}

type Task = {
  name: string
  /** Counts of Shopify's and Square's apps from memory, `taps / fields`; a dash where nobody has counted. */
  shopify: string
  square: string
  /** Brings the desk to where the task begins; without it, where the task before ended. */
  begin?(page: Page): Promise<unknown>
  walk(thumb: Thumb): Promise<unknown>
}

const today = (page: Page) => page.goto('/admin/dashboard', { waitUntil: 'networkidle' })
const tab = (page: Page, name: string) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .last()
const button = (place: Page | Locator, name: string | RegExp) => place.getByRole('button', { name, exact: true })

const TASKS: Task[] = [
  {
    ...{ name: 'See what was sold', shopify: '1 / 0', square: '1 / 0' },
    begin: today,
    walk: async ({ page, tap }) => {
      await tap(page.getByRole('link', { name: /^Go To Order/ }).first())
      await expect(page.getByRole('heading', { name: 'Products', level: 3 })).toBeInViewport()
    },
  },
  {
    ...{ name: 'Packing slip of this order', shopify: '3 / 0', square: '3 / 0' },
    walk: async ({ page, tap }) => {
      await tap(page.getByRole('link', { name: 'Packing slip' }))
      await expect(button(page, 'Print')).toBeVisible()
    },
  },
  {
    ...{ name: 'Ship it, tracking number typed', shopify: '5 / 1', square: '5 / 1' },
    begin: today,
    walk: async ({ page, tap, type }) => {
      await tap(page.getByRole('link', { name: /^Go To Order/ }).first())
      await type(page.getByLabel('Tracking number'), '1Z999AA10123456784')
      await tap(button(page, TEXT.markShipped))
      await tap(button(page.getByRole('dialog'), 'Ship and email'))
      await expect(page.getByText(/goes out in 30 seconds/)).toBeVisible()
    },
  },
  {
    ...{ name: 'Undo it', shopify: '–', square: '–' },
    walk: async ({ page, tap }) => {
      await tap(button(page, 'Undo'))
      await expect(button(page, TEXT.markShipped)).toBeVisible()
      await expect(button(page, 'Save Tracking')).toBeHidden()
    },
  },
  {
    ...{ name: 'Refund one product of two, with the reason', shopify: '5 / 2', square: '5 / 1' },
    walk: async ({ page, tap, type }) => {
      await tap(page.locator('summary', { hasText: 'Refund' }))
      await tap(page.getByLabel('Products and shipping'))
      await tap(page.getByRole('checkbox', { name: /^Refund / }).first())
      await type(page.getByLabel('Reason'), 'One was chipped')
      await tap(button(page, /^Refund \$/))
      await tap(button(page.getByRole('dialog'), /^Refund/))
      await expect(page.getByText(/Refunded: \$|Refunding \$/).first()).toBeVisible()
    },
  },
  {
    ...{ name: 'Grant a wish to cancel, with refund and restock', shopify: '4 / 0', square: '4 / 0' },
    begin: today,
    walk: async ({ page, tap }) => {
      await tap(page.getByRole('list').filter({ hasText: 'Order 1041' }).getByRole('link').first())
      await tap(button(page, /^Refund \$/).first())
      await tap(button(page.getByRole('dialog'), /^Refund/))
      await expect(page.getByText('Refunded in full: nothing to ship.')).toBeVisible()
    },
  },
  {
    ...{ name: 'Answer a wish for another one like it', shopify: 'an app', square: '–' },
    begin: today,
    walk: async ({ page, tap }) => {
      await tap(page.getByRole('link', { name: 'Answer wishes' }))
      await tap(button(page, `Send the answer to ${ASKING}`))
      await expect(page.getByText(`The answer is on its way to ${ASKING}.`)).toBeVisible()
    },
  },
  {
    ...{ name: 'Change a price', shopify: '4 / 1', square: '5 / 1' },
    begin: today,
    walk: async ({ page, tap, type }) => {
      await tap(tab(page, 'Products'))
      await tap(
        page
          .getByRole('link', { name: /^Zi Zinnia Mug/ })
          .or(page.getByRole('link', { name: /^Edit/ }))
          .first(),
      )
      await type(page.getByLabel('Price', { exact: true }), '36.50')
      await tap(button(page, 'Update Product'))
      await expect(page).not.toHaveURL(/edit/)
    },
  },
  {
    ...{ name: 'Add a piece from a photo shared by the phone', shopify: '9 / 5', square: '8 / 4' },
    begin: sharePhoto,
    walk: async ({ page, tap, type, choose }) => {
      await tap(button(page, 'Create a product'))
      await type(page.getByLabel('Name', { exact: true }), 'Agate Stopper')
      await type(page.getByLabel('Price', { exact: true }), '24')
      await choose(page.getByLabel('Category'), { index: 1 })
      await tap(button(page, 'Update Product'))
      await expect(page).toHaveURL(/\/products\//)
    },
  },
  {
    ...{ name: 'Close the month: its statement, downloaded', shopify: '4 / 0', square: '4 / 0' },
    begin: today,
    walk: async ({ page, tap }) => {
      await tap(page.getByRole('navigation').getByRole('button', { name: 'More' }).last())
      const group = page.getByRole('dialog').or(page.getByRole('navigation')).getByText('Money', { exact: true })
      const link = page
        .getByRole('link', { name: 'Statement' })
        .or(page.getByRole('link', { name: 'Monthly statement' }))
      if (!(await link.first().isVisible())) await tap(group.last())
      await tap(link.first())
      const download = page.waitForEvent('download')
      await tap(button(page, 'Download as CSV'))
      await download
    },
  },
  {
    ...{ name: 'Sell at a market for cash', shopify: '4 / 0', square: '3 / 0' },
    begin: today,
    walk: async (thumb) => {
      await chooseForSale(thumb)
      await thumb.tap(button(thumb.page, 'Cash'))
      await expect(thumb.page.getByRole('heading', { name: /^Order \d+ is added$/ })).toBeVisible()
    },
  },
  {
    ...{ name: 'Sell at a market by a QR code', shopify: '4 / 0', square: '4 / 0' },
    begin: today,
    walk: async (thumb) => {
      const { page, tap } = thumb
      await chooseForSale(thumb)
      await tap(button(page, 'QR code'))
      await expect(page.getByRole('img', { name: 'QR code to pay this order' })).toBeVisible()
    },
  },
]

async function chooseForSale({ page, tap }: Thumb) {
  await tap(tab(page, 'Sell'))
  await tap(button(page, /Oatmeal Drip Mug/))
  await expect(page.getByRole('region', { name: 'Total' })).toContainText(/\$\d/)
}

/** A phone that shares a photo sends such a form to the installed desk. */
async function sharePhoto(page: Page) {
  await page.goto('/admin/productlist', { waitUntil: 'networkidle' })
  await page.evaluate(async () => {
    await navigator.serviceWorker.register(`/admin${document.documentElement.dataset.worker}`, { scope: '/admin/' })
    const registration = await navigator.serviceWorker.getRegistration('/admin/')
    while (registration?.active?.state !== 'activated') await new Promise((resolve) => setTimeout(resolve, 50))
  })
  await page.reload({ waitUntil: 'networkidle' })
  await page.evaluate(() => {
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: '/admin/shared-photos', enctype: 'multipart/form-data' })
    form.innerHTML = '<label>Photo <input type="file" name="photos"></label><button>Share</button>'
    document.body.append(form)
  })
  await page.getByLabel('Photo', { exact: true }).setInputFiles(PHOTO)
  // The tabs of the desk may lie above it.
  await page.getByRole('button', { name: 'Share', exact: true }).dispatchEvent('click')
  await expect(page.getByRole('img', { name: 'Shared photo 1 of 1' })).toBeVisible()
}

/** A shopper asks for another one of a piece that is sold, and confirms it by the link of the email. */
async function askForSister(request: APIRequestContext, outbox: string) {
  const { _id: product } = await (await request.get('/api/products/sage-macrame-keychain')).json()
  const words = 'In blue, for my sister, please.'
  const asked = await request.post('/api/requests', { data: { kind: 'sister', product, email: ASKING, words } })
  if (!asked.ok()) throw new Error(`Asking: ${asked.status()} ${await asked.text()}`)
  for (;;) {
    const [message] = await messagesTo(outbox, ASKING)
    const [, link] = /\/requests\/confirm#(\S+)/.exec(message?.text ?? '') ?? []
    if (link) return request.post('/api/requests/confirmed', { data: { link } })
    await pause(200)
  }
}

function countingThumb(page: Page): { thumb: Thumb; count: Count } {
  const count = { taps: 0, fields: 0 }
  const thumb: Thumb = {
    page,
    tap: async (target) => {
      count.taps += 1
      await target.tap()
    },
    type: async (field, text) => {
      count.fields += 1
      await field.fill(text)
    },
    choose: async (list, option) => {
      // One tap opens the list, another one chooses.
      count.taps += 2
      await list.selectOption(option)
    },
  }
  return { thumb, count }
}

const tableOf = (counts: [Task, Count][]) =>
  [
    '| Task | Boutique | Shopify | Square |',
    '| --- | --- | --- | --- |',
    ...counts.map(
      ([{ name, shopify, square }, { taps, fields }]) => `| ${name} | ${taps} / ${fields} | ${shopify} | ${square} |`,
    ),
  ].join('\n')

const words = process.argv.slice(2)
const tasks = TASKS.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
const data = await mkdtemp(join(tmpdir(), 'boutique-desk-day-'))
const shop = await startShop({
  ...{ DATA_DIR: data, DATABASE_URL: '', DEMO: '1' },
  ...{ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
})
const browser = await chromium.launch({ executablePath: browserPath(), args: BROWSER_FLAGS })
try {
  await mkdir(FOLDER, { recursive: true })
  const context = await browser.newContext({
    ...{ baseURL: shop.url, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(20_000)
  await askForSister(context.request, join(data, 'outbox'))
  const page = await context.newPage()
  await (await signedInAs(context.request, ADMIN)).signIn(page)
  const counts: [Task, Count][] = []
  for (const [at, task] of tasks.entries()) {
    await task.begin?.(page)
    const { thumb, count } = countingThumb(page)
    await task.walk(thumb).catch(async (error) => {
      await page.screenshot({ path: join(FOLDER, 'stopped.png'), fullPage: true })
      throw new Error(`${task.name}: ${error.message}`)
    })
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: join(FOLDER, `${String(at + 1).padStart(2, '0')}.png`) })
    counts.push([task, count])
    console.info(`${task.name}: ${count.taps} / ${count.fields}`)
  }
  if (tasks.length === TASKS.length) {
    const place = /(<!-- desk day -->\n).*(\n<!-- end of desk day -->)/s
    const report = await readFile(REPORT, 'utf8')
    await writeFile(
      REPORT,
      report.replace(place, (_, start, end) => `${start}${tableOf(counts)}${end}`),
    )
  }
} finally {
  await browser.close()
  await shop.stop()
  await rm(data, { recursive: true, force: true })
}
