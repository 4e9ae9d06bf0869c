import { PLACEHOLDER_PHOTO } from '#contract/photos.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { Stars } from '#web/ui/Stars.tsx'
import type { ShopReview, ShopReviewPage } from '../shown-reviews.ts'
import { Review } from './Review.tsx'
import { ALL_REVIEWS, BUYER_REVIEWS } from './texts.ts'

/** What buyers say about all pieces, those among them that are sold. */
export function AllReviews({ page, pages, total, average, reviews }: ShopReviewPage) {
  return (
    <div className="mx-auto grid w-full max-w-page content-start gap-10 px-5 py-12 sm:px-8 md:py-16">
      <Head title={ALL_REVIEWS.title} noIndex={total === 0} />
      <header className="grid gap-3">
        <h1>{ALL_REVIEWS.title}</h1>
        {total > 0 ? (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span aria-hidden="true">
              <Stars stars={Math.round(average)} label="" />
            </span>
            <span className="font-medium">{BUYER_REVIEWS.average(average)}</span>
            <span className="text-muted">{ALL_REVIEWS.about(total)}</span>
          </p>
        ) : (
          <p className="text-muted">{ALL_REVIEWS.none}</p>
        )}
      </header>
      {total === 0 && (
        <ButtonLink to="/shop" className="justify-self-start">
          {ALL_REVIEWS.browse}
        </ButtonLink>
      )}
      <ul className="grid gap-x-10 gap-y-12 md:grid-cols-2">
        {reviews.map((review) => (
          <li key={review._id} className="grid min-w-0 content-start gap-4 border-t border-line pt-6">
            <ReviewedPiece piece={review.piece} />
            <Review review={review} />
          </li>
        ))}
      </ul>
      <Pagination page={page} pages={pages} hrefOf={(other) => (other > 1 ? `/reviews/page/${other}` : '/reviews')} />
    </div>
  )
}

/** The piece, with a link while it has a page. */
const ReviewedPiece = ({ piece: { name, slug, image } }: Pick<ShopReview, 'piece'>) => (
  <div className="flex items-center gap-4">
    <Photo image={image ?? PLACEHOLDER_PHOTO} alt="" sizes="5rem" className="size-20 shrink-0 rounded-md" />
    <p className="min-w-0 font-serif text-lg break-words">
      {slug ? (
        <Link to={`/products/${slug}`} className="inline-flex min-h-11 items-center">
          {name}
        </Link>
      ) : (
        name
      )}
    </p>
  </div>
)
