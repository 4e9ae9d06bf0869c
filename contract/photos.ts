/** Widths of photo variants, in pixels. */
export const PHOTO_WIDTHS = [160, 320, 480, 640, 960, 1200, 1600, 2400] as const
export type PhotoWidth = (typeof PHOTO_WIDTHS)[number]

/** The formats beside the JPEG that `Location` names. */
export const PHOTO_FORMATS = ['avif', 'webp'] as const
export type PhotoFormat = (typeof PHOTO_FORMATS)[number]

/** Variant for link previews: a JPEG, which every program reads. */
export const SHARED_PHOTO = { width: 1200, height: 630, format: 'jpeg' } as const

/** Variant for emails: a JPEG, because Outlook and older mail programs show neither AVIF nor WebP. */
export const EMAIL_PHOTO = { width: 160, height: 160, format: 'jpeg' } as const

/** URL path of the image for products without a photo. */
export const PLACEHOLDER_PHOTO = '/placeholder.svg'

/** URL path of a photo's original JPEG, its `Location` in JSON. */
export const photoLocation = (id: string) => `/images/${id}.jpg`

type Format = PhotoFormat | typeof SHARED_PHOTO.format

/** URL path of a variant of the photo at `location`. */
export const photoUrl = (location: string, width: PhotoWidth, format: Format) =>
  location.replace(/\.jpg$/, `-${width}.${format}`)
