import type { AdminProduct } from '#contract/admin/products.ts'
import { testApp } from './app.ts'
import { admin, category } from './factories.ts'

type Shop = Pick<Awaited<ReturnType<typeof testApp>>, 'db' | 'get' | 'put' | 'remove'>

/** An admin's API calls about one product. */
export async function adminIn({ db, get, put, remove }: Shop) {
  const { user, token } = await admin(db, { name: 'Zi' })
  return {
    user,
    token,
    edit: (id: string, edit: object) => put(`/api/products/${id}`, edit, token),
    read: async (id: string): Promise<AdminProduct> => (await get(`/api/products/${id}`, token)).json(),
    remove: (id: string) => remove(`/api/products/${id}`, token),
    bulk: (edit: object) => put('/api/products', edit, token),
    logs: async (id: string): Promise<string[]> => {
      const { productTrace = [] } = (await get(`/api/products/${id}`, token)).json<AdminProduct>()
      return productTrace.map(({ log }) => log)
    },
  }
}

/** A shop with two categories and an admin. */
export async function shopWithAdmin() {
  const shop = await testApp()
  await category(shop.db, 'pens', 0)
  await category(shop.db, 'cups', 1)
  const seller = await adminIn(shop)
  const create = async () => (await shop.post('/api/products', undefined, seller.token)).json<AdminProduct>()
  return { ...shop, seller, create }
}
