import pLimit from 'p-limit'
import { CROPPED, type PhotoFile, photoFileName, type Variant } from './file-names.ts'
import { openSharp, type SharpImage } from './sharp.ts'
import type { PhotoStore } from './store.ts'

type VariantFile = Required<PhotoFile>

const limitEncoding = pLimit(2)
/** A large variant takes up to 150 MB while it is encoded. */
const limitLarge = pLimit(1)
const LARGE = 1600
const jobsOf = new WeakMap<PhotoStore, Map<string, Promise<void>>>()

/** Encodes a variant and stores it: single-flight per variant, two small ones and one large at a time. */
export function makeVariant(store: PhotoStore, file: VariantFile): Promise<void> {
  const jobs = jobsOf.get(store) ?? new Map<string, Promise<void>>()
  jobsOf.set(store, jobs)
  const name = photoFileName(file)
  const limit = file.variant.width < LARGE ? limitEncoding : limitLarge
  const job = jobs.get(name) ?? limit(() => encode(store, file)).finally(() => jobs.delete(name))
  jobs.set(name, job)
  return job
}

async function encode(store: PhotoStore, file: VariantFile) {
  if (await store.has(file)) return
  const sharp = await openSharp()
  const picture = sharp(await store.read({ id: file.id }))
  await store.write(file, await ENCODED[file.variant.format](picture, file.variant.width).toBuffer())
}

const resized = (picture: SharpImage, width: number) => picture.resize({ width, withoutEnlargement: true })

const cropOf = (wanted: number) => CROPPED.find(({ width }) => width === wanted)

const ENCODED: Record<Variant['format'], (picture: SharpImage, width: number) => SharpImage> = {
  // AVIF effort 4 takes nearly four times as long as 3 and saves 5 %. Of a large variant, 3 takes three times as long
  // as 1.
  avif: (picture, width) => resized(picture, width).avif({ quality: 50, effort: width < LARGE ? 3 : 1 }),
  webp: (picture, width) => resized(picture, width).webp({ quality: 72 }),
  // Crops to the part of the photo with the most detail.
  jpeg: (picture, width) =>
    picture.resize({ ...cropOf(width), fit: 'cover', position: 'attention' }).jpeg({ quality: 80, mozjpeg: true }),
}
