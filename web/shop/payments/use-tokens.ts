import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CARD_FIELDS, type CardField, type TokenResult } from './square-sdk.ts'

/**
 * Requests a token from Square for a card or wallet, one at a time, and passes it on. Errors are logged. `onInvalid` gets
 * the card's field that Square marks; any other error is a sentence on screen, `isRefused`, until the next request.
 */
export function useTokens(isBusy: boolean, onSource: (sourceId: string) => void) {
  const [isAsking, setAsking] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const asking = useRef(false)
  // No pause before `tokenize`: Apple Pay opens only within the click.
  const ask = async (tokenize: () => Promise<TokenResult>, onInvalid?: (field: CardField) => void) => {
    if (isBusy || asking.current) return
    asking.current = true
    setAsking(true)
    setRefused(false)
    const { token, isClosed, field } = await outcomeOf(tokenize)
    asking.current = false
    // Synchronously, because a disabled field cannot take the focus.
    flushSync(() => setAsking(false))
    if (token) onSource(token)
    else if (field && onInvalid) onInvalid(field)
    else setRefused(!isClosed)
  }
  return { ask, isAsking, isRefused, dismiss: () => setRefused(false) }
}

/** The token, that the shopper has closed the wallet, or the field of the card that Square names as invalid, if any. */
type Outcome = { token?: string | undefined; isClosed?: boolean; field?: CardField | undefined }

async function outcomeOf(tokenize: () => Promise<TokenResult>): Promise<Outcome> {
  try {
    const { status, token, errors } = await tokenize()
    if (status === 'OK') return { token }
    if (status === 'Cancel' || status === 'Abort') return { isClosed: true }
    console.error(`Tokenization failed with status: ${status}`, errors)
    return { field: CARD_FIELDS.find((field) => field === errors?.[0]?.field) }
  } catch (error) {
    console.error(error)
    return {}
  }
}
