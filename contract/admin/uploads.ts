import { z } from 'zod'
import { ProductImage } from '../products.ts'

/** Upload limits: bytes per file and files per request. */
export const PHOTO_MAX_BYTES = 20 * 2 ** 20
export const PHOTOS_PER_UPLOAD = 20

/** MIME types of supported photos. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']

/** Multipart field of the photos. */
export const PHOTO_FIELD = 'Image'

/** Uploaded photos, in the order of the request. */
export const UploadedImages = z.array(ProductImage)
