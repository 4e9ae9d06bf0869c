import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** What stands behind # in the address, which never reaches a server's log. Empty until the page runs. */
export function useFragment() {
  const { key } = useLocation()
  const [fragment, setFragment] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link to the same page has another key
  useEffect(() => {
    const read = () => setFragment(window.location.hash.slice(1))
    read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [key])
  return fragment
}
