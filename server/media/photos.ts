import { randomUUIDv7 } from 'node:crypto'
import { PHOTO_FIELDS } from '#contract/admin/messages.ts'
import { AppError } from '../errors.ts'
import { PHOTOS } from '../texts/catalog.ts'
import { photoFile } from './file-names.ts'
import { openSharp } from './sharp.ts'
import type { PhotoStore } from './store.ts'

/**
 * What a page must know of a photograph before it is loaded; `placeholder` is a blurred data URL. `bytes` is what its
 * files take of the shop's room.
 */
export type Photo = { id: string; width: number; height: number; placeholder: string; bytes: number }

const MAX_WIDTH = 1200
const MAX_PIXELS = 60_000_000
const SECONDS = 10
/** All forms together take about twice as much as the JPEG. */
const WITH_FORMS = 3

/** How many bytes of the shop's room a photograph takes with all its forms. */
export const roomOf = (jpeg: Uint8Array) => WITH_FORMS * jpeg.length
const DECODED = ['jpeg', 'png', 'webp', 'gif']

/**
 * Keeps a photograph, decoded and written afresh: upright, without metadata, at most `maxWidth` wide. Throws
 * photo_unsupported for anything but JPEG, PNG, WebP, AVIF and GIF, photo_unreadable for broken or enormous ones.
 */
export async function addPhoto(
  store: PhotoStore,
  bytes: Uint8Array,
  id: string = randomUUIDv7(),
  maxWidth = MAX_WIDTH,
): Promise<Photo> {
  if (photoFile(`${id}.jpg`) === null) throw new Error(`A photograph cannot be called ${id}`)
  const { data, info } = await jpegOf(bytes, maxWidth)
  const placeholder = await placeholderOf(data)
  await store.write({ id }, data)
  return { id, width: info.width, height: info.height, placeholder, bytes: roomOf(data) }
}

async function jpegOf(bytes: Uint8Array, maxWidth: number) {
  const sharp = await openSharp()
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
    const { format, compression } = await picture.metadata()
    if (!DECODED.includes(format) && compression !== 'av1') throw unsupported()
    return await picture
      .autoOrient()
      .flatten({ background: '#fff' })
      .resize({ width: maxWidth, height: 2 * maxWidth, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 82 })
      .timeout({ seconds: SECONDS })
      .toBuffer({ resolveWithObject: true })
  } catch (error) {
    if (error instanceof AppError) throw error
    const reason = error instanceof Error ? error.message : ''
    if (reason.includes('unsupported image format')) throw unsupported()
    if (reason.includes('pixel limit')) throw new AppError('photo_unreadable', PHOTOS.tooManyPixels(MAX_PIXELS / 1e6))
    throw new AppError('photo_unreadable', PHOTOS.unreadable)
  }
}

const unsupported = () => new AppError('photo_unsupported', PHOTO_FIELDS.unsupported)

/** Under 300 characters, whatever the picture: 16 pixels wide and blurred. */
async function placeholderOf(jpeg: Uint8Array) {
  const sharp = await openSharp()
  const tiny = sharp(jpeg).resize({ width: 16, height: 32, fit: 'inside' }).blur(1).webp({ quality: 20 })
  return `data:image/webp;base64,${(await tiny.toBuffer()).toString('base64')}`
}
