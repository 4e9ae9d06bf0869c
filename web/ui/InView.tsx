import { type ReactNode, useEffect, useRef } from 'react'

/** What has just happened, somewhere on a long page: scrolled to when it appears, if it cannot be seen. */
export function InView({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={ref} className="scroll-my-6">
      {children}
    </div>
  )
}
