/** The widths, in pixels, in which the server keeps a photograph. */
export const PHOTO_WIDTHS = [160, 320, 480, 640, 960, 1200] as const
export type PhotoWidth = (typeof PHOTO_WIDTHS)[number]

/** The formats beside the JPEG that `Location` names. */
export const PHOTO_FORMATS = ['avif', 'webp'] as const
export type PhotoFormat = (typeof PHOTO_FORMATS)[number]

/** What is shown of a page where somebody shares its address: a picture of this size, a JPEG because all can read it. */
export const SHARED_PHOTO = { width: 1200, height: 630, format: 'jpeg' } as const

/** Shown where a product has no photograph. */
export const PLACEHOLDER_PHOTO = '/placeholder.svg'

/** A photograph's `Location`: the JPEG, which works everywhere. */
export const photoLocation = (id: string) => `/images/${id}.jpg`

type Variant = { width: PhotoWidth; format: PhotoFormat | typeof SHARED_PHOTO.format }

/** The photograph at `location` in another width and format. */
export const photoUrl = (location: string, width: Variant['width'], format: Variant['format']) =>
  location.replace(/\.jpg$/, `-${width}.${format}`)
