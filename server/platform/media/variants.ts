import pLimit from 'p-limit'
import type { PhotoFormat } from '#contract/photos.ts'
import { CROPPED_VARIANTS, type PhotoFile, photoFileName, type Variant } from './file-names.ts'
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
  await store.write(file, await ENCODERS[file.variant.format](picture, file.variant.width).toBuffer())
}

const resize = (picture: SharpImage, width: number) => picture.resize({ width, withoutEnlargement: true })

const cropOf = (targetWidth: number) => CROPPED_VARIANTS.find(({ width }) => width === targetWidth)

/** At the lower quality, the speckles of a glaze and glitter are smeared where a photo is large. */
const qualityOf = (width: number): Record<PhotoFormat, number> =>
  width < LARGE ? { avif: 50, webp: 72 } : { avif: 62, webp: 80 }

const ENCODERS: Record<Variant['format'], (picture: SharpImage, width: number) => SharpImage> = {
  // AVIF effort 4 takes nearly four times as long as 3 and saves 5 %. Of a large variant, 3 takes three times as long
  // as 1.
  avif: (picture, width) =>
    resize(picture, width).avif({ quality: qualityOf(width).avif, effort: width < LARGE ? 3 : 1 }),
  webp: (picture, width) => resize(picture, width).webp({ quality: qualityOf(width).webp }),
  // Crops to the part of the photo with the most detail.
  jpeg: (picture, width) =>
    picture.resize({ ...cropOf(width), fit: 'cover', position: 'attention' }).jpeg({ quality: 80, mozjpeg: true }),
}
