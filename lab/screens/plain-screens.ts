// Screens in a browser without JavaScript, in the shop with a shipping plan.
import type { Screenshot, Visit } from './admin-screens.ts'
import { inPlanShop } from './plan-screens.ts'

const PIECE = 'little-rainbow-keychain'

const plain = (name: string, path: string, show?: Screenshot['show']): Screenshot => ({
  ...inPlanShop(`plain-${name}`, path, show),
  hasNoScripts: true,
})

export const PLAIN_SCREENSHOTS: Screenshot[] = [
  plain('cart-add', `/cart/${PIECE}?qty=2`),
  plain('checkout', `/checkout/${PIECE}?qty=2`),
  plain('checkout-errors', `/checkout/${PIECE}?qty=2`, order),
  plain('checkout-methods', `/checkout/${PIECE}?qty=2`, async (visit) => {
    await fillIn(visit)
    await visit.page.getByLabel('State').selectOption('WI')
    await visit.page.getByLabel('Postal Code').fill('53703')
    await order(visit)
  }),
  plain('checkout-abroad', `/checkout/${PIECE}?qty=2`, async (visit) => {
    await abroad(visit)
    await visit.page.getByLabel('Postal Code').fill('M5V 2T6')
    await visit.page.getByLabel('State, province or region').fill('ON')
    await visit.page.getByLabel('Phone').fill('416 555 0100')
    await order(visit)
  }),
  plain('checkout-abroad-errors', `/checkout/${PIECE}?qty=2`, async (visit) => {
    await abroad(visit)
    await order(visit)
  }),
]

async function fillIn({ page }: Visit) {
  await page.getByLabel('Name', { exact: true }).fill('Nell Hart')
  await page.getByLabel('Email for your receipt').fill('nell@shopper.example')
  await page.getByLabel('Address', { exact: true }).fill('12 Orchard Lane')
  await page.getByLabel('City').fill('Madison')
}

async function abroad(visit: Visit) {
  await fillIn(visit)
  await visit.page.getByLabel('Country').selectOption('CA')
  await visit.page.getByRole('button', { name: 'Show the fields of this country' }).click()
}

function order({ page }: Visit) {
  return page
    .getByRole('button', { name: /^(Show the total|Place order)$/i })
    .last()
    .click()
}
