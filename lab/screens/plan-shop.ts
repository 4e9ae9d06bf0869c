// The settings of a shop that ships by a plan and charges sales tax by state, for the screens that show these.
import { type APIRequestContext, request } from '@playwright/test'
import { ADMIN } from '#e2e/demo-shop.ts'
import { signedInAs } from '#e2e/shoppers.ts'

const flat = (id: string, name: string, price: number, days: [number, number], more: object = {}) => ({
  ...{ id, name, by: 'pieces', days: { from: days[0], to: days[1] }, bands: [{ upTo: null, price }] },
  ...more,
})

const SHIPPING = {
  zones: [
    {
      name: 'The 50 states',
      places: ['US'],
      methods: [
        flat('standard', 'Standard', 0, [3, 6], {
          freeFrom: 75,
          bands: [
            { upTo: 1, price: 4.5 },
            { upTo: 4, price: 7 },
            { upTo: null, price: 11.25 },
          ],
        }),
        flat('express', 'Express, with insurance and a signature', 24, [1, 2]),
      ],
    },
    { name: 'Alaska and Hawaii', places: ['US-AK', 'US-HI'], methods: [flat('far', 'Priority', 14, [5, 9])] },
    { name: 'Abroad', places: ['CA', 'DE', 'AE'], methods: [flat('abroad', 'Tracked, by air', 29, [8, 15])] },
  ],
  pickup: {
    address: '1482 West Washington Boulevard, Studio 7 in the yard, Madison, WI 53703',
    hours: 'Saturdays, 9 to 12',
  },
  usualGrams: 300,
  packingGrams: 120,
}

const collected = { by: 'destination', shipping: true, ppm: 50_000, table: true }
const TAX = {
  mode: 'states',
  homeZip: '53703',
  states: { WI: collected, CO: { ...collected, by: 'origin', ppm: 29_000 } },
}

const SENDER = 'Zi Boutique\n1482 West Washington Boulevard\nStudio 7 in the yard\nMadison, WI 53703'

const RATES = ['ZipCode,EstimatedCombinedRate,TaxRegionName', '53703,0.055,MADISON', '53711,0.055,DANE'].join('\n')

const LONG_NAME = 'Hand-Thrown Stoneware Serving Bowl with a Wide Rim, Two Handles and a River-Green Ash Glaze'
const QUESTION = {
  ...{ key: 'name', label: 'Name to carve under the foot', kind: 'text', required: false, max: 12, price: 5 },
}
/** A word that no line has room for. */
export const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'

/** Sets the plan and the tax of a demo shop, and adds a product with a long name. Returns the product's slug. */
export async function makePlanShop(baseURL: string) {
  const context = await request.newContext({ baseURL })
  const { token } = await signedInAs(context, ADMIN)
  const send = caller(context, token)
  await send('put', '/api/settings', { shipping: SHIPPING, taxPlan: TAX, wrapPrice: 4, postalAddress: SENDER })
  await context.post('/api/tax/rates/WI?name=WI.csv', {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    data: Buffer.from(RATES),
  })
  const { _id } = await send('post', '/api/products')
  const { slug } = await send('put', `/api/products/${_id}`, {
    ...{ name: LONG_NAME, price: 128, qty: 900, category: 'accessories', asks: [QUESTION] },
  })
  await context.dispose()
  return slug as string
}

/** Calls the API of a shop as somebody, and throws what it answers to a refused call. */
export function caller(context: APIRequestContext, token?: string) {
  return async (verb: 'get' | 'post' | 'put', path: string, data?: object) => {
    const headers = token ? { authorization: `Bearer ${token}` } : undefined
    const answer = await context[verb](path, { headers, data })
    if (!answer.ok()) throw new Error(`${verb} ${path}: ${answer.status()} ${await answer.text()}`)
    return answer.status() === 204 ? undefined : answer.json()
  }
}
