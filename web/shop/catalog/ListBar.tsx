import type { Filters } from '#contract/filters.ts'
import type { Facets, ProductPage } from '#contract/products.ts'
import { FILTERS, LIST } from '#web/texts/catalog.ts'
import { BOX } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Link } from '#web/ui/Link.tsx'
import { activeFilters, withoutAny } from './active-filters.ts'
import { FilterButton } from './FilterPanel.tsx'
import { FILTER_FORM } from './list-ids.ts'

type Props = {
  sort: string | undefined
  /** Whether the page has a filter form. */
  hasFilters: boolean
  /** The order of a list that is not sorted. */
  firstOrder: string
  /** The number of filters that are set. */
  narrowedBy: number
  list: Pick<ProductPage, 'total' | 'more'>
  /** The products without the filters. */
  of: Facets | undefined
}

/** Bar above a list: number of products, sort order, and on phones the filter button. */
export const ListBar = ({ sort, hasFilters, firstOrder, narrowedBy, list, of }: Props) => (
  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
    <p className="min-h-7 text-muted max-sm:basis-full" role="status">
      {(list.total > 0 || narrowedBy > 0) && LIST.count(list, narrowedBy > 0 ? of : undefined)}
    </p>
    {hasFilters && (
      <div className="flex min-w-0 items-center gap-3 max-sm:grow">
        <FilterButton count={narrowedBy} />
        <SortSelect sort={sort} firstOrder={firstOrder} />
      </div>
    )}
  </div>
)

/** The order of a list. It belongs to the form of its filters, whose fields a script finds again by their ids. */
function SortSelect({ sort, firstOrder }: Pick<Props, 'sort' | 'firstOrder'>) {
  return (
    <div className="flex min-w-0 grow items-center gap-2">
      <label htmlFor="sort" className="text-sm text-muted max-xs:sr-only">
        {LIST.sort}
      </label>
      <select id="sort" form={FILTER_FORM} name="sort" defaultValue={sort ?? ''} className={`${BOX} min-w-0`}>
        <option value="">{firstOrder}</option>
        {(firstOrder !== LIST.newest || sort === 'newest') && <option value="newest">{LIST.newest}</option>}
        {Object.entries(LIST.orders).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <button
        type="submit"
        form={FILTER_FORM}
        className="without-scripts min-h-12 px-3 font-semibold text-accent underline"
      >
        {LIST.sort}
      </button>
    </div>
  )
}

type ChipsProps = { filters: Filters; hrefOf(filters: Filters): string }

const CHIP =
  'inline-flex min-h-11 items-center gap-2 rounded-full bg-accent-soft py-1 pr-3 pl-4 text-sm font-medium text-accent-deep no-underline hover:bg-blush focus-visible:rounded-full'

/** Active filters as chips; a click removes one. */
export function FilterChips({ filters, hrefOf }: ChipsProps) {
  const active = activeFilters(filters)
  if (active.length === 0) return null
  return (
    <ul aria-label={FILTERS.active} className="flex flex-wrap items-center gap-2">
      {active.map(({ name, label, rest }) => (
        // By its id a chip stays the same element when another filter is removed (filter-form.ts).
        <li key={name} id={`active-${name}`}>
          <Link to={hrefOf(rest)} data-swaps aria-label={FILTERS.remove(label)} className={CHIP}>
            {label}
            <Icon name="close" className="size-3.5" />
          </Link>
        </li>
      ))}
      <li id="active-none">
        <Link to={hrefOf(withoutAny(filters))} data-swaps className="inline-flex min-h-11 items-center px-2 text-sm">
          {FILTERS.clear}
        </Link>
      </li>
    </ul>
  )
}
