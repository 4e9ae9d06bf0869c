import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PHOTO_FORMATS, PHOTO_WIDTHS, type PhotoFormat, type PhotoWidth } from '#contract/photos.ts'
import { AppError } from '../errors.ts'
import { openSharp } from './sharp.ts'

/** Where photographs are kept and read from. What stands under an id there never changes. */
export type PhotoStore = { folder: string }

/** One file of the store: the JPEG of a photograph, or a form made from it. */
export type PhotoFile = { id: string; form?: { width: PhotoWidth; format: PhotoFormat } }

/** What a page must know of a photograph before it is loaded; `placeholder` is a blurred data URL. */
export type Photo = { id: string; width: number; height: number; placeholder: string }

const MAX_WIDTH = 1200
const MAX_PIXELS = 60_000_000
const SECONDS = 20
const DECODED = ['jpeg', 'png', 'webp', 'gif']

const JPEG_NAME = /^([a-z0-9-]{1,64})\.jpg$/
const FORM_NAME = /^([a-z0-9-]{1,64})-(\d{1,5})\.([a-z]+)$/

/** The file that a name in an address or in the folder means; null when no file is ever called so. */
export function photoFile(name: string): PhotoFile | null {
  const [, jpeg] = JPEG_NAME.exec(name) ?? []
  if (jpeg) return { id: jpeg }
  const [, id, digits, extension] = FORM_NAME.exec(name) ?? []
  const width = PHOTO_WIDTHS.find((known) => String(known) === digits)
  const format = PHOTO_FORMATS.find((known) => known === extension)
  return id && width && format ? { id, form: { width, format } } : null
}

/** The file's place on the disk. */
export function pathOf(store: PhotoStore, { id, form }: PhotoFile) {
  return join(store.folder, form ? `${id}-${form.width}.${form.format}` : `${id}.jpg`)
}

/** Whether the store has that file already. */
export function hasFile(store: PhotoStore, file: PhotoFile) {
  return access(pathOf(store, file)).then(
    () => true,
    () => false,
  )
}

/** What a file is called while it is being written. */
export const UNFINISHED = '.unfinished-'

/** Writes a file of the store: other processes see all of it or nothing, whatever happens meanwhile. */
export async function writeFileWhole(store: PhotoStore, file: PhotoFile, bytes: Uint8Array) {
  await mkdir(store.folder, { recursive: true })
  const unfinished = join(store.folder, `${UNFINISHED}${randomUUID()}`)
  try {
    await writeFile(unfinished, bytes, { flush: true })
    await rename(unfinished, pathOf(store, file))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

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
  await writeFileWhole(store, { id }, data)
  return { id, width: info.width, height: info.height, placeholder }
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
    if (error instanceof Error && error.message.includes('unsupported image format')) throw unsupported()
    throw new AppError('photo_unreadable', 'This photograph is damaged or too large to be read.')
  }
}

const unsupported = () => new AppError('photo_unsupported', 'A photograph is a JPEG, PNG, WebP, AVIF or GIF file.')

/** Under 300 characters, whatever the picture: 16 pixels wide and blurred. */
async function placeholderOf(jpeg: Uint8Array) {
  const sharp = await openSharp()
  const tiny = sharp(jpeg).resize({ width: 16, height: 32, fit: 'inside' }).blur(1).webp({ quality: 20 })
  return `data:image/webp;base64,${(await tiny.toBuffer()).toString('base64')}`
}
