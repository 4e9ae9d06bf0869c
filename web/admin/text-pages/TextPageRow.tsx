import { type AdminTextPage, gapsIn } from '#contract/admin/text-pages.ts'
import { PagePlace } from '#contract/shop-info.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { PAGE_PLACES, PAGE_STATES, PAGES } from '#web/texts/admin-pages.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { BOX } from '#web/ui/Field.tsx'
import { Link } from '#web/ui/Link.tsx'
import { useSaveTextPageMutation } from './textPagesApi.ts'

type Props = { page: AdminTextPage; onRefused(sentence: string): void }

/** A page of the list: its state, and where the shop links it. */
export const TextPageRow = ({ page, onRefused }: Props) => {
  const { slug, title, state, body } = page
  const gaps = gapsIn(body).length
  return (
    <div className="grid min-w-0 grow gap-3 md:grid-cols-[minmax(0,1fr)_13rem_3.5rem] md:items-center md:gap-5">
      <div className="grid min-w-0 justify-items-start gap-1">
        <span className="flex max-w-full flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            to={`/admin/pages/${slug}/edit`}
            aria-label={PAGES.edit(title)}
            className="min-w-0 py-2 font-medium break-words"
          >
            {title}
          </Link>
          <Badge kind={BADGES[state]}>{PAGE_STATES[state]}</Badge>
          {gaps > 0 && <span className="text-sm text-muted">{PAGES.gaps(gaps)}</span>}
        </span>
        <span className="max-w-full text-sm break-all text-muted">/pages/{slug}</span>
      </div>
      <PlaceSelect page={page} onRefused={onRefused} />
      {state !== 'draft' && (
        <ButtonLink
          to={`/pages/${slug}`}
          variant="quiet"
          aria-label={PAGES.viewOne(title)}
          className="ml-0 justify-self-start px-0! md:justify-self-end"
        >
          {PAGES.view}
        </ButtonLink>
      )}
    </div>
  )
}

const BADGES = { live: 'good', changed: 'warning', draft: 'neutral' } as const

/** Where the shop links the page; a change saves right away. */
function PlaceSelect({ page: { slug, title, place }, onRefused }: Props) {
  const [save, { originalArgs, isLoading }] = useSaveTextPageMutation()
  const change = async (to: PagePlace) => {
    const { error } = await save({ slug, body: { place: to } })
    if (error) onRefused(messageOf(error))
  }
  return (
    <select
      aria-label={PAGES.placeOf(title)}
      value={(isLoading && originalArgs?.body.place) || place}
      onChange={({ currentTarget }) => change(PagePlace.parse(currentTarget.value))}
      className={BOX}
    >
      {PagePlace.options.map((one) => (
        <option key={one} value={one}>
          {PAGE_PLACES[one]}
        </option>
      ))}
    </select>
  )
}
