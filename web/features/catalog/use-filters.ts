import { useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { type Filters, parseFilters } from '#contract/filters.ts'
import { formatDecimal } from '#contract/money.ts'
import { parseCents } from '../../forms/amounts.ts'
import { hrefOf } from './listings.ts'

/** Id of the filter form, for fields outside of it. */
export const FILTER_FORM = 'filters'

export type FilterControls = ReturnType<typeof useFilters>

/**
 * The filters of a list. Only the address stores them, so going back removes the last one. `draft` has the values of
 * the fields while the new list loads.
 */
export function useFilters() {
  const params = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const filters = parseFilters(search)
  const [draft, setDraft] = useState(filters)
  const [shown, setShown] = useState(search)
  if (shown !== search) {
    setShown(search)
    setDraft(following(draft, parseFilters(shown), filters))
  }
  return {
    draft,
    /** Sets the draft of an unfinished field. */
    enter: (values: Filters) => setDraft({ ...draft, ...values }),
    /** Shows the list with these filters changed. An empty or invalid value removes its filter. */
    apply(values: Filters = {}) {
      const next = parseFilters(new URLSearchParams(withAmounts({ ...draft, ...values })))
      setDraft(next)
      const href = hrefOf(params, 1, next)
      if (href !== hrefOf(params, 1, filters)) navigate(href, { state: KEEPS_PLACE })
    },
    /** The path of the list without filters, to which a browser without scripts sends the form. */
    plain: hrefOf(params, 1),
  }
}

/** The values of the fields with their prices as they stand in a URL: `12.50` for a typed `$12,50`. */
const withAmounts = ({ minPrice = '', maxPrice = '', ...others }: Filters) => ({
  ...others,
  minPrice: amountIn(minPrice),
  maxPrice: amountIn(maxPrice),
})

function amountIn(typed: string) {
  const cents = parseCents(typed)
  return cents === null ? '' : formatDecimal(cents).replace(/\.00$/, '')
}

/** For web/router.tsx: the same list with other filters is not a new page. */
export const KEEPS_PLACE = { keepsPlace: true }

/** The draft after the address has changed: fields that did not change there may be half typed, so they stay. */
function following(draft: Filters, before: Filters, now: Filters): Filters {
  const changed = Object.keys({ ...before, ...now }).filter((name) => read(before, name) !== read(now, name))
  return { ...draft, ...Object.fromEntries(changed.map((name) => [name, read(now, name) ?? ''])) }
}

const read = (filters: Record<string, string | undefined>, name: string) => filters[name]
