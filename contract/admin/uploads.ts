import { z } from 'zod'
import { ProductImage } from '../products.ts'

/** Upload limits: bytes per file and files per request. */
export const PHOTO_MAX_BYTES = 20 * 2 ** 20
export const PHOTOS_PER_UPLOAD = 20

/** MIME types of supported photos. */
const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/heic', 'image/heif', 'image/webp', 'image/avif', 'image/gif']

/** The `accept` attribute of a file field. Some systems know HEIC by the end of a file's name only. */
export const ACCEPTED_PHOTOS = [...PHOTO_TYPES, '.heic', '.heif'].join()

/** Whether a file seems to be a supported photo. */
export const isPhotoFile = ({ name, type }: { name: string; type: string }) =>
  PHOTO_TYPES.includes(type) || (type === '' && /\.hei[cf]$/i.test(name))

/** Multipart field of the photos. */
export const PHOTO_FIELD = 'Image'

/** Uploaded photos, in the order of the request. */
export const UploadedImages = z.array(ProductImage)
