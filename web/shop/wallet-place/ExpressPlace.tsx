import { type ComponentType, useEffect, useRef, useState } from 'react'
import type { CartItem } from '#web/shop/visitor/cart.ts'

/** The wallets of a page. */
export type ExpressProps = {
  /** What is bought. */
  items: CartItem[]
  /** Whether everything is chosen and answered; if not, it shows what is missing. */
  isReady?: (() => boolean) | undefined
}

/** Where the code of the wallets is: the site knows it. */
export const expressCode: { load(): Promise<{ Express: ComponentType<ExpressProps> }> } = {
  load: () => Promise.reject(new Error('This page has no wallets.')),
}

/** The place of the wallets that need no form. Their code loads when the place is near. */
export function ExpressPlace(props: ExpressProps) {
  const place = useRef<HTMLDivElement>(null)
  const [Express, setExpress] = useState<ComponentType<ExpressProps> | null>(null)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      // Without it the way through the cart remains.
      expressCode
        .load()
        .then(({ Express }) => setExpress(() => Express))
        .catch(() => {})
    })
    if (place.current) observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} className="empty:absolute">
      {Express && <Express {...props} />}
    </div>
  )
}
