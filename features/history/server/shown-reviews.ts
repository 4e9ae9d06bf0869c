import { type SQLWrapper, sql } from 'drizzle-orm'
import { type PastReviews, SHOWN_REVIEWS } from '#contract/history.ts'
import { pastReviews } from '../schema.ts'
import { newestDayFirst } from './newest-days.ts'

/** SQL: the reviews of a product that were left elsewhere and are shown; null without any. */
export const reviewsOfProduct = (productId: SQLWrapper) => sql<PastReviews | null>`(
  select json_build_object('total', max(total), 'newest', json_agg(json_build_object('source', source,
    'reviewer', reviewer, 'rating', rating, 'text', text, 'day', day) order by day desc, id desc))
  from (
    select *, count(*) over () as total from ${pastReviews}
    where ${pastReviews.productId} = ${productId} and not ${pastReviews.hidden}
    order by ${newestDayFirst(pastReviews)} limit ${SHOWN_REVIEWS}::int
  ) as shown
  having count(*) > 0)`
