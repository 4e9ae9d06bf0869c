import { Link } from '../../../ui/Link.tsx'
import type { ListAddress } from '../lists/list-address.ts'

type Props = { address: ListAddress; next: string | null; label: string; newest: string; older: string }

/** The links of a list that goes on after its last row: to what is older, and back to the newest. */
export function OlderLinks({ address, next, label, newest, older }: Props) {
  const isFirst = address.read('after') === ''
  if (isFirst && next === null) return null
  return (
    <nav aria-label={label} className="flex justify-center gap-8">
      {!isFirst && (
        <Link to={hrefOf(address, '')} className="inline-flex min-h-11 items-center font-medium">
          {newest}
        </Link>
      )}
      {next !== null && (
        <Link to={hrefOf(address, next)} rel="next" className="inline-flex min-h-11 items-center font-medium">
          {older}
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
