import { eq } from 'drizzle-orm'
import type { UploadedLogo } from '#contract/admin/look.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { reencode } from '#server/platform/media/photos.ts'
import { logos } from '#server/shop/schema/look.ts'

/** The header shows a logo 40 pixels high; dense screens have four pixels for each. */
const SHOWN_SIZE = { width: 640, height: 160 }
const LARGE = { width: 1024, height: 1024 }

/**
 * Stores a logo as PNG, with what is transparent in it. Throws photo_unsupported for anything
 * but JPEG, PNG, HEIC, WebP, AVIF and GIF, photo_unreadable for a broken or enormous image.
 */
export async function addLogo(db: Db, bytes: Uint8Array): Promise<UploadedLogo> {
  const large = await pngOf(bytes, LARGE)
  const shownLogo = await pngOf(large.data, SHOWN_SIZE)
  const values = { shown: shownLogo.data, large: large.data }
  const { id } = onlyRow(await db.insert(logos).values(values).returning({ id: logos.id }))
  return { logo: id, width: shownLogo.info.width, height: shownLogo.info.height }
}

/** The logo as PNG for the header; undefined for an unknown one. */
export async function shownLogo(db: Db, id: string): Promise<Buffer | undefined> {
  const [logo] = await db.select({ shown: logos.shown }).from(logos).where(eq(logos.id, id))
  return logo?.shown
}

/** The logo as PNG, small and large, for icons; undefined for an unknown one. */
export async function logoFiles(db: Db, id: string): Promise<{ shown: Buffer; large: Buffer } | undefined> {
  const [logo] = await db.select({ shown: logos.shown, large: logos.large }).from(logos).where(eq(logos.id, id))
  return logo
}

const pngOf = (bytes: Uint8Array, size: { width: number; height: number }) =>
  reencode(bytes, (image) =>
    image.resize({ ...size, fit: 'inside', withoutEnlargement: true }).png({ palette: true, quality: 90 }),
  )
