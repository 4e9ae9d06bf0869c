/** The widths, in pixels, in which the server keeps a photograph. */
export const PHOTO_WIDTHS = [160, 320, 480, 640, 960, 1200] as const
export type PhotoWidth = (typeof PHOTO_WIDTHS)[number]

/** The formats beside the JPEG that `Location` names. */
export const PHOTO_FORMATS = ['avif', 'webp'] as const
export type PhotoFormat = (typeof PHOTO_FORMATS)[number]

/** Shown where a product has no photograph. */
export const PLACEHOLDER_PHOTO = '/placeholder.svg'

/** A photograph's `Location`: the JPEG, which works everywhere. */
export const photoLocation = (id: string) => `/images/${id}.jpg`

/** The photograph at `location` in another width and format. */
export const photoUrl = (location: string, width: PhotoWidth, format: PhotoFormat) =>
  location.replace(/\.jpg$/, `-${width}.${format}`)
