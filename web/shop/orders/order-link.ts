import { createContext, useSyncExternalStore } from 'react'

/** Whether the link of an email opened the order, not its buyer's own session. */
export const LinkContext = createContext(false)

/** The key in the address of an order (`#k=…`), which no server sees; empty without one. */
export const useLinkKey = () => useSyncExternalStore(followAddress, keyInAddress, () => '')

function followAddress(onChange: () => void) {
  window.addEventListener('hashchange', onChange)
  return () => window.removeEventListener('hashchange', onChange)
}

const keyInAddress = () => /^#k=([\w-]{1,100})$/.exec(window.location.hash)?.[1] ?? ''
