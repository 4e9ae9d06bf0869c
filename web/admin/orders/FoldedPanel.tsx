import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** A panel that is a closed row on a phone, and open where there is room. A link to what is in it opens it. */
export function FoldedPanel({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen] = useState(() => window.matchMedia('(min-width: 48rem)').matches)
  const panel = useRef<HTMLDetailsElement>(null)
  const { hash, key } = useLocation()
  // A browser opens it by itself, but for links of the application.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link opens it again
  useEffect(() => {
    const target = hash ? document.getElementById(hash.slice(1)) : null
    if (!target || !panel.current?.contains(target)) return
    panel.current.open = true
    panel.current.scrollIntoView()
  }, [hash, key])
  return (
    <details ref={panel} open={isOpen} className="group scroll-mt-20 rounded-lg border border-line bg-card shadow-sm">
      <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-4 px-5 font-serif text-lg sm:px-8">
        {title}
        <span
          aria-hidden="true"
          className="size-2.5 shrink-0 rotate-45 border-r-2 border-b-2 border-current transition-transform group-open:-rotate-135"
        />
      </summary>
      <div className="px-5 pb-5 sm:px-8 sm:pb-8">{children}</div>
    </details>
  )
}
