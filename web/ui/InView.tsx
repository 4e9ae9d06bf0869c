import { type ReactNode, useEffect, useRef } from 'react'

/** Scrolls its content into view when it mounts. */
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
