import type { ListAddress } from '#web/admin/lists/list-address.ts'
import { Link } from '#web/ui/Link.tsx'
import { PLACES } from './texts.ts'

type Props = { address: ListAddress; next: string | null; label: string }

/** The links of a list that goes on after its last row: to what is older, and back to the newest. */
export function OlderLinks({ address, next, label }: Props) {
  const isFirst = address.read('after') === ''
  if (isFirst && next === null) return null
  return (
    <nav aria-label={label} className="flex justify-center gap-8">
      {!isFirst && (
        <Link to={hrefOf(address, '')} className="inline-flex min-h-11 items-center font-medium">
          {PLACES.newest}
        </Link>
      )}
      {next !== null && (
        <Link to={hrefOf(address, next)} rel="next" className="inline-flex min-h-11 items-center font-medium">
          {PLACES.older}
        </Link>
      )}
    </nav>
  )
}

function hrefOf({ query }: ListAddress, after: string) {
  const params = new URLSearchParams(query)
  if (after) params.set('after', after)
  else params.delete('after')
  return `?${params}`
}
