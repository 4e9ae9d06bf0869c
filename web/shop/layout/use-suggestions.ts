import { useEffect, useState } from 'react'
import type { Suggestions } from '#contract/products.ts'
import { callApi } from '#web/lib/call-api.ts'

const PAUSE_MS = 150

async function loadSuggestions(keyword: string, signal: AbortSignal): Promise<Suggestions> {
  const url = `/api/products/suggestions?${new URLSearchParams({ keyword })}`
  const [answer, { schemas }] = await Promise.all([callApi({ url }, undefined, signal), import('#web/lib/wire.ts')])
  return schemas.Suggestions.parse(answer)
}

/**
 * The suggestions for `text` after a pause in typing; until then the previous ones. `suggestions` is null without a
 * text; `error` is the reason when loading failed.
 */
export function useSuggestions(text: string) {
  const [loadedSuggestions, setSuggestions] = useState<Suggestions | null>(null)
  const [error, setError] = useState<unknown>()
  const [tries, setTries] = useState(0)
  const keyword = text.trim()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is what asks again
  useEffect(() => {
    if (!keyword) return
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(async () => {
      try {
        const suggestions = await loadSuggestions(keyword, signal)
        if (signal.aborted) return
        setSuggestions(suggestions)
        setError(undefined)
      } catch (failure) {
        if (!signal.aborted) setError(withStatus(failure))
      }
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [keyword, tries])
  const refetch = () => setTries(tries + 1)
  return { suggestions: keyword && !error ? loadedSuggestions : null, error: keyword ? error : undefined, refetch }
}

/** Without an answer of the shop the status is 0. */
const withStatus = (failure: unknown) => ({ status: 0, data: null, ...(failure as object) })
