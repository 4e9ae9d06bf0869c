import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { PHOTO_FIELDS } from '#contract/admin/messages.ts'
import { AppError } from '#server/errors.ts'
import { parsePhotoName } from './file-names.ts'
import { HEIC_MAX_PIXELS, jpegOfHeic } from './heic.ts'
import { openSharp, type SharpImage } from './sharp.ts'
import type { PhotoStore } from './store.ts'
import { PHOTOS } from './texts.ts'

/** A stored photo: size in pixels, blurred placeholder as a data URL, and disk space in bytes, variants included. */
export type Photo = { id: string; width: number; height: number; placeholder: string; bytes: number }

/** Sharp on dense screens, and more to see when a visitor zooms in. */
const MAX_WIDTH = 2400
const MAX_PIXELS = 60_000_000
const SECONDS = 10
/** Disk space of a photo relative to its JPEG: all variants together take about twice as much. */
const STORAGE_FACTOR = 3

/** Disk space of a photo with all its variants, in bytes. */
export const storageBytes = (jpeg: Uint8Array) => STORAGE_FACTOR * jpeg.length
const SUPPORTED_FORMATS = ['jpeg', 'png', 'webp', 'gif']

/**
 * Re-encodes a photo as JPEG and stores it: upright, without metadata, at most 2,400 pixels wide. Throws
 * photo_unsupported for anything but JPEG, PNG, HEIC, WebP, AVIF and GIF, photo_unreadable for a broken or enormous
 * image.
 */
export async function addPhoto(store: PhotoStore, bytes: Uint8Array, id: string = randomUUIDv7()): Promise<Photo> {
  assert(parsePhotoName(`${id}.jpg`), `Not a valid photo id: ${id}`)
  const { data, info } = await jpegOf(bytes)
  const placeholder = await placeholderOf(data)
  await store.write({ id }, data)
  return { id, width: info.width, height: info.height, placeholder, bytes: storageBytes(data) }
}

const jpegOf = (bytes: Uint8Array) =>
  reencode(bytes, (image) =>
    image
      .flatten({ background: '#fff' })
      .resize({ width: MAX_WIDTH, height: 2 * MAX_WIDTH, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 82 }),
  )

/** The picture of an uploaded file, upright, as `encode` makes it. Throws photo_unsupported and photo_unreadable. */
export async function reencode(bytes: Uint8Array, encode: (image: SharpImage) => SharpImage) {
  const sharp = await openSharp()
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
    const { format, compression, width, height } = await image.metadata()
    if (compression === 'hevc') return await reencode(await decodedHeic(bytes, width * height), encode)
    if (!SUPPORTED_FORMATS.includes(format) && compression !== 'av1') throw unsupportedError()
    return await encode(image.autoOrient()).timeout({ seconds: SECONDS }).toBuffer({ resolveWithObject: true })
  } catch (error) {
    if (error instanceof AppError) throw error
    const reason = error instanceof Error ? error.message : ''
    if (reason.includes('unsupported image format')) throw unsupportedError()
    if (reason.includes('pixel limit')) throw new AppError('photo_unreadable', PHOTOS.tooManyPixels(MAX_PIXELS / 1e6))
    throw new AppError('photo_unreadable', PHOTOS.unreadable)
  }
}

/** The pixels of an HEIC photo as JPEG, which sharp reads. Throws photo_unreadable. */
async function decodedHeic(bytes: Uint8Array, pixels: number) {
  if (pixels > HEIC_MAX_PIXELS) throw new AppError('photo_unreadable', PHOTOS.heicTooLarge(HEIC_MAX_PIXELS / 1e6))
  const jpeg = await jpegOfHeic(bytes, MAX_WIDTH)
  if (!jpeg) throw new AppError('photo_unreadable', PHOTOS.unreadable)
  return jpeg
}

const unsupportedError = () => new AppError('photo_unsupported', PHOTO_FIELDS.unsupported)

/** Blurred image of 16 pixels width, as a data URL of under 300 characters. */
async function placeholderOf(jpeg: Uint8Array) {
  const sharp = await openSharp()
  const tiny = sharp(jpeg).resize({ width: 16, height: 32, fit: 'inside' }).blur(1).webp({ quality: 20 })
  return `data:image/webp;base64,${(await tiny.toBuffer()).toString('base64')}`
}
