import { z } from 'zod'
import { ProductImage } from '../products.ts'

/** What may be uploaded: so many bytes a file, so many files a request. */
export const PHOTO_MAX_BYTES = 20 * 2 ** 20
export const PHOTOS_PER_UPLOAD = 20

/** The kinds of pictures that the shop reads, by their MIME types. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']

/** The multipart field that holds the photographs. */
export const PHOTO_FIELD = 'Image'

/** The photographs that were uploaded, in the order in which they were sent. */
export const UploadedImages = z.array(ProductImage)
