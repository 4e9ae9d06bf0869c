import type { ReactNode } from 'react'
import { DISMISS } from '../texts/shop.ts'
import { Alert } from './Alert.tsx'
import { Icon } from './Icon.tsx'

const CLOSER = (
  <label className="-my-2 -mr-3 grid size-11 place-items-center">
    <input type="checkbox" aria-label={DISMISS} className="peer sr-only" />
    <Icon name="close" className="size-4 peer-focus-visible:outline-2" />
  </label>
)

/** An error on a page for browsers without JavaScript: a check box hides it. */
export const PlainAlert = ({ children }: { children: ReactNode }) => (
  <div className="has-checked:hidden">
    <Alert closer={CLOSER}>{children}</Alert>
  </div>
)
