import type { ReviewPhoto } from '#contract/reviews.ts'
import { Photo } from '#web/ui/Photo.tsx'

/** The photos of a review, each a link to itself in large; nothing without any. */
export const ReviewPhotos = ({ photos, alt }: { photos: ReviewPhoto[]; alt: string }) =>
  photos.length > 0 && (
    <ul className="flex flex-wrap gap-2">
      {photos.map((photo) => (
        <li key={photo.Location}>
          <a href={photo.Location} className="block">
            <Photo image={photo} alt={alt} sizes="6rem" className="size-24 rounded-md" />
          </a>
        </li>
      ))}
    </ul>
  )
