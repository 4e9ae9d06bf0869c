import '#web/lib/zod-csp.ts'
import { OrderReviews, UploadedReviewPhoto } from '../written-reviews.ts'

export const schemas = { OrderReviews, UploadedReviewPhoto }

export { encode } from '#web/lib/encode.ts'
