import { eq } from 'drizzle-orm'
import type { UploadedLogo } from '#contract/admin/look.ts'
import type { Db } from '../db/client.ts'
import { onlyRow } from '../db/rows.ts'
import { logos } from '../db/schema.ts'
import { reencoded } from '../media/photos.ts'

/** The header shows a logo 40 pixels high; dense screens have four pixels for each. */
const SHOWN = { width: 640, height: 160 }
const LARGE = { width: 1024, height: 1024 }

/**
 * Stores a logo as PNG, with what is transparent in it. Throws photo_unsupported for anything
 * but JPEG, PNG, HEIC, WebP, AVIF and GIF, photo_unreadable for a broken or enormous image.
 */
export async function addLogo(db: Db, bytes: Uint8Array): Promise<UploadedLogo> {
  const large = await pngOf(bytes, LARGE)
  const shown = await pngOf(large.data, SHOWN)
  const values = { shown: shown.data, large: large.data }
  const { id } = onlyRow(await db.insert(logos).values(values).returning({ id: logos.id }))
  return { logo: id, width: shown.info.width, height: shown.info.height }
}

/** The logo as PNG for the header; undefined for an unknown one. */
export async function shownLogo(db: Db, id: string): Promise<Buffer | undefined> {
  const [found] = await db.select({ shown: logos.shown }).from(logos).where(eq(logos.id, id))
  return found?.shown
}

/** The logo as PNG, small and large, for icons; undefined for an unknown one. */
export async function logoFiles(db: Db, id: string): Promise<{ shown: Buffer; large: Buffer } | undefined> {
  const [found] = await db.select({ shown: logos.shown, large: logos.large }).from(logos).where(eq(logos.id, id))
  return found
}

const pngOf = (bytes: Uint8Array, size: { width: number; height: number }) =>
  reencoded(bytes, (image) =>
    image.resize({ ...size, fit: 'inside', withoutEnlargement: true }).png({ palette: true, quality: 90 }),
  )
