import type { ManualQuote, Stand } from '#contract/admin/orders.ts'
import type { Quote } from '#contract/pricing.ts'
import { useSettled } from '#web/ui/use-settled.ts'
import { type ManualDraft, quoteOf } from './manual-draft.ts'
import { useManualQuoteQuery } from './manualOrdersApi.ts'
import { standQuote } from './stand-stock.ts'

const PAUSE_MS = 300

export type DraftFigures = {
  quote: Quote | undefined
  /** What the shop says about it, with its ways to ship. */
  shopQuote: ManualQuote | undefined
  error: unknown
  isLoading: boolean
}

/**
 * What the draft costs: at once and without a signal where the stand knows it, else as the shop says once the fields have
 * not changed for a moment.
 */
export function useFigures(draft: ManualDraft, stand: Stand): DraftFigures {
  const quoteHere = standQuote(draft, stand)
  const wanted = JSON.stringify(quoteOf(draft, stand.isTaxIncluded) ?? null)
  const settled = useSettled(wanted, PAUSE_MS)
  const isEmpty = settled === 'null'
  const query = useManualQuoteQuery(JSON.parse(settled) ?? {}, {
    skip: isEmpty || quoteHere !== undefined,
    refetchOnMountOrArgChange: true,
  })
  if (quoteHere) return { quote: quoteHere, shopQuote: query.data, error: undefined, isLoading: false }
  // The figures before the last change stay until those after it are known.
  const quote = isEmpty || query.error ? undefined : query.data
  return {
    ...{ quote, shopQuote: quote },
    error: isEmpty ? undefined : query.error,
    isLoading: wanted !== settled || query.isFetching,
  }
}
