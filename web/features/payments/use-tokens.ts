import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { TokenResult } from './square-sdk.ts'

/**
 * Asks Square for the token of a card or wallet, one at a time, and hands it on. What fails is only logged: Square's
 * form itself marks the fields. `onFailed` gets the field that is wrong, if Square names one.
 */
export function useTokens(isBusy: boolean, onSource: (sourceId: string) => void) {
  const [isAsking, setAsking] = useState(false)
  const asking = useRef(false)
  // Without a pause before `tokenize`: Apple Pay opens only within the click.
  const ask = async (tokenize: () => Promise<TokenResult>, onFailed?: (field?: string) => void) => {
    if (isBusy || asking.current) return
    asking.current = true
    setAsking(true)
    const result = await outcomeOf(tokenize)
    asking.current = false
    // At once: what is still out of use cannot be given the focus.
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
