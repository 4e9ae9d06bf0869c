import { invitationsPages } from '#features/invitations/shop/feature.ts'
import { lettersPages } from '#features/letters/shop/feature.ts'
import { personalDataPages } from '#features/personal-data/shop/feature.ts'
import { requestsPages } from '#features/requests/shop/feature.ts'
import { reviewsPages } from '#features/reviews/shop/feature.ts'

/** The pages of the application that the features add. */
export const FEATURE_PAGES = [
  ...personalDataPages,
  ...requestsPages,
  ...invitationsPages,
  ...lettersPages,
  ...reviewsPages,
]
