import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { TokenResult } from './square-sdk.ts'

/**
 * Requests a token from Square for a card or wallet, one at a time, and passes it on. Errors are only logged, because
 * Square's form marks its fields. `onFailed` gets the invalid field, if Square names one.
 */
export function useTokens(isBusy: boolean, onSource: (sourceId: string) => void) {
  const [isAsking, setAsking] = useState(false)
  const asking = useRef(false)
  // No pause before `tokenize`: Apple Pay opens only within the click.
  const ask = async (tokenize: () => Promise<TokenResult>, onFailed?: (field?: string) => void) => {
    if (isBusy || asking.current) return
    asking.current = true
    setAsking(true)
    const result = await outcomeOf(tokenize)
    asking.current = false
    // Synchronously, because a disabled field cannot take the focus.
    flushSync(() => setAsking(false))
    if (result.token) onSource(result.token)
    else onFailed?.(result.errors?.[0]?.field)
  }
  return { ask, isAsking }
}

async function outcomeOf(tokenize: () => Promise<TokenResult>): Promise<Partial<TokenResult>> {
  try {
    const { status, token, errors } = await tokenize()
    if (status === 'OK') return { token }
    const isClosedByShopper = status === 'Cancel' || status === 'Abort'
    if (!isClosedByShopper) console.error(`Tokenization failed with status: ${status}`, errors)
    return { errors }
  } catch (error) {
    console.error(error)
    return {}
  }
}
