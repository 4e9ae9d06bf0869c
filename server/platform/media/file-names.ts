import {
  EMAIL_PHOTO,
  PHOTO_FORMATS,
  PHOTO_WIDTHS,
  type PhotoFormat,
  type PhotoWidth,
  SHARED_PHOTO,
} from '#contract/photos.ts'

/** Width and format of a resized photo. The JPEG variants are cropped: for link previews and emails. */
export type Variant = { width: PhotoWidth; format: PhotoFormat | typeof SHARED_PHOTO.format }

/** A file of the store: the original JPEG of a photo, or a variant made from it. */
export type PhotoFile = { id: string; variant?: Variant }

/** The cropped variants, each with another width. */
export const CROPPED_VARIANTS = [SHARED_PHOTO, EMAIL_PHOTO] as const

/** All variants of a photo. */
export const VARIANTS: Variant[] = [
  ...PHOTO_WIDTHS.flatMap((width) => PHOTO_FORMATS.map((format) => ({ width, format }))),
  ...CROPPED_VARIANTS.map(({ width, format }) => ({ width, format })),
]

const ORIGINAL_NAME_PATTERN = /^([a-z0-9-]{1,64})\.jpg$/
const LOCATION_PATTERN = /^\/images\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.jpg$/
const VARIANT_NAME_PATTERN = /^([a-z0-9-]{1,64})-(\d{1,5})\.([a-z]+)$/

/** Parses a file name from a URL or the store; null when it is not the name of a photo file. */
export function parsePhotoName(name: string): PhotoFile | null {
  const [, original] = ORIGINAL_NAME_PATTERN.exec(name) ?? []
  if (original) return { id: original }
  const [, id, digits, extension] = VARIANT_NAME_PATTERN.exec(name) ?? []
  const variant = VARIANTS.find(({ width, format }) => String(width) === digits && format === extension)
  return id && variant ? { id, variant } : null
}

/** Id of the photo at that `Location`; null for a URL that is not a photo of this shop. */
export const photoIdOf = (location: string) => LOCATION_PATTERN.exec(location)?.[1] ?? null

/** File name in URLs and in the store. */
export const photoFileName = ({ id, variant }: PhotoFile) =>
  variant ? `${id}-${variant.width}.${variant.format}` : `${id}.jpg`

/** All files that a photo can have: the original and every variant. */
export const photoFiles = (id: string): PhotoFile[] => [{ id }, ...VARIANTS.map((variant) => ({ id, variant }))]
