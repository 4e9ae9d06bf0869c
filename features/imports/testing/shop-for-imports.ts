import type { AdminProduct } from '#contract/admin/products.ts'
import { shopWithAdmin } from '#server/testing/products.ts'
import type { Import, ImportRowPage } from '../contract.ts'

/** A row of Etsy's file. */
export const etsyListing = (title: string, rest: object = {}) => ({
  TITLE: title,
  PRICE: '12.00',
  QUANTITY: 4,
  ...rest,
})

/** A shop with pens and cups, and an admin's calls about imports. */
export async function shopForImports() {
  const { app, db, shop: context, get, post, put, remove, seller } = await shopWithAdmin()
  const upload = (payload: string | Buffer, name = 'listings.csv') =>
    app.inject({
      method: 'POST',
      url: `/api/imports?name=${encodeURIComponent(name)}`,
      headers: { authorization: `Bearer ${seller.token}`, 'content-type': 'application/octet-stream' },
      payload,
    })
  const at = (id: string, end = '') => `/api/imports/${id}${end}`
  return {
    ...{ db, context, seller, upload, post, get },
    checked: async (payload: string | Buffer) => (await upload(payload)).json<Import>(),
    read: async (id: string) => (await get(at(id), seller.token)).json<Import>(),
    list: async () => (await get('/api/imports', seller.token)).json<Import[]>(),
    rows: async (id: string, query = '') => (await get(at(id, `/rows${query}`), seller.token)).json<ImportRowPage>(),
    change: (id: string, ids: string[], change: object) => put(at(id, '/rows'), { ids, change }, seller.token),
    updates: (id: string, setsStock = false, updates = true) =>
      put(at(id, '/updates'), { updates, setsStock }, seller.token),
    fetchAgain: (id: string) => put(at(id, '/photos'), {}, seller.token),
    start: (id: string, asDrafts = false) => put(at(id, '/started'), { asDrafts }, seller.token),
    stop: (id: string) => put(at(id, '/stopped'), {}, seller.token),
    undo: (id: string) => put(at(id, '/undone'), {}, seller.token),
    drop: (id: string) => remove(at(id), seller.token),
    products: async (): Promise<AdminProduct[]> =>
      (await get('/api/products?view=admin&sort=name', seller.token)).json().products,
  }
}
