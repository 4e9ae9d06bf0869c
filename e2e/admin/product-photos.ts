import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { SignedIn } from '../shoppers.ts'

/** A product for sale without photos, which no other test uses, and how another admin edits it. */
export async function newPiece(request: APIRequestContext, { token }: SignedIn) {
  const headers = { authorization: `Bearer ${token}` }
  const { _id: id } = await (await request.post('/api/products', { headers })).json()
  const name = `Blue Mug ${randomUUID().slice(0, 8)}`
  const edit = async (data: object) => {
    const response = await request.put(`/api/products/${id}`, { headers, data })
    expect(response.status(), await response.text()).toBe(200)
  }
  await edit({ name, sku: randomUUID(), price: 34, qty: 4, category: 'cups' })
  return { id: id as string, name, edit }
}

/** An image of one color, which identifies it. */
export const photoFile = async (name: string, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer(),
})

/** The field of the product form that takes photos, and the photos in the form. */
export const photoChooser = (page: Page) => page.locator('input[type=file][multiple]')
export const photoItems = (page: Page) => page.getByRole('list', { name: /^Photos of/ }).getByRole('listitem')
