import { formatZonedMoment } from '#contract/zoned-moments.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import type { AnnouncedDrop } from '../contract.ts'
import { DROP } from './texts.ts'

/** Further drops are announced when these are over. */
const MOST_BANDS = 3

/** The drops on the home page: what comes or is open, since when, and the way there. */
export const DropBands = ({ drops }: { drops: AnnouncedDrop[] }) =>
  drops.slice(0, MOST_BANDS).map((drop) => <Band key={drop._id} drop={drop} />)

function Band({ drop: { _id, name, slug, state, startsAt, images } }: { drop: AnnouncedDrop }) {
  const { timeZone } = useShop()
  const starts = formatZonedMoment(startsAt, timeZone)
  const title = `drop-${_id}`
  return (
    <section aria-labelledby={title} className="border-y border-line bg-accent-soft">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-10 gap-y-6 px-5 py-10 sm:px-8 lg:py-12">
        <div className="grid min-w-0 grow basis-80 gap-2">
          <p className="font-semibold text-accent-deep">{state === 'planned' ? DROP.starts(starts) : DROP.openNow}</p>
          <h2 id={title} className="text-2xl text-balance break-words">
            {name}
          </h2>
        </div>
        {images.length > 0 && (
          <ul aria-hidden="true" className="flex gap-3">
            {images.map((image) => (
              <li key={image.Location}>
                <Photo image={image} alt="" sizes="7rem" className="size-24 rounded-md sm:size-28" />
              </li>
            ))}
          </ul>
        )}
        <ButtonLink to={`/drops/${slug}`} aria-describedby={title} className="w-full sm:w-auto">
          {state === 'planned' ? DROP.toDrop : DROP.toOpenLine}
        </ButtonLink>
      </div>
    </section>
  )
}
