import { useEffect, useState } from 'react'
import type { Suggestions } from '#contract/products.ts'
import { api, decoded } from '../../api.ts'
import { useAppDispatch } from '../../store.ts'

const PAUSE_MS = 150

const suggestionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    suggestions: build.query<Suggestions, string>({
      query: (keyword) => ({ url: `/api/products/suggestions?${new URLSearchParams({ keyword })}` }),
      transformResponse: decoded('Suggestions'),
      providesTags: ['Product'],
    }),
  }),
})

/**
 * The suggestions for `text` after a pause in typing; until then the previous ones. `suggestions` is null without a
 * text; `error` is the reason when loading failed.
 */
export function useSuggestions(text: string) {
  const dispatch = useAppDispatch()
  const [found, setFound] = useState<Suggestions | null>(null)
  const [error, setError] = useState<unknown>()
  const [tries, setTries] = useState(0)
  const keyword = text.trim()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry sends the same query again
  useEffect(() => {
    if (!keyword) return
    let end = () => {}
    const timer = setTimeout(async () => {
      const query = dispatch(suggestionsApi.endpoints.suggestions.initiate(keyword))
      let isCurrent = true
      end = () => {
        isCurrent = false
        query.abort()
        query.unsubscribe()
      }
      const { data, error: failure } = await query
      if (!isCurrent) return
      if (data) setFound(data)
      setError(failure)
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [dispatch, keyword, tries])
  const refetch = () => setTries(tries + 1)
  return { suggestions: keyword && !error ? found : null, error: keyword ? error : undefined, refetch }
}
