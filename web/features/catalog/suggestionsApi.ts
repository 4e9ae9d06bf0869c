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

/** What is suggested for `text` when the typing pauses; until then, what was suggested before. Null without any text. */
export function useSuggestions(text: string): Suggestions | null {
  const dispatch = useAppDispatch()
  const [found, setFound] = useState<Suggestions | null>(null)
  const keyword = text.trim()
  useEffect(() => {
    if (!keyword) return
    let end = () => {}
    const timer = setTimeout(async () => {
      const asked = dispatch(suggestionsApi.endpoints.suggestions.initiate(keyword))
      end = () => {
        asked.abort()
        asked.unsubscribe()
      }
      // An answer that nobody waits for any more has been ended, and has no data.
      const { data } = await asked
      if (data) setFound(data)
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [dispatch, keyword])
  return keyword ? found : null
}
