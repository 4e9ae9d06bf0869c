import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '../../ui/Icon.tsx'

/** A button with a list that drops from it. Escape, a press elsewhere, leaving it and choosing close it. */
export function Menu({ title, side, children }: { title: string; side: 'left' | 'right'; children: ReactNode }) {
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === key
  const root = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return
    const closeOutside = ({ target }: Event) => root.current?.contains(target as Node) || setOpenAt(null)
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpenAt(null)
      root.current?.querySelector('button')?.focus()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [isOpen])
  return (
    <div ref={root} className="relative max-w-full">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpenAt(isOpen ? null : key)}
        className="flex min-h-11 max-w-full items-center gap-1 rounded-full px-3 font-medium hover:text-accent"
      >
        <span className="truncate">{title}</span>
        <Icon name="down" className={`size-4 transition-transform ${isOpen ? 'rotate-180' : ''}`} />
      </button>
      <ul
        id={id}
        hidden={!isOpen}
        className={`absolute top-full mt-2 w-52 animate-rise rounded-md border border-line bg-card p-2 shadow-lg ${side === 'left' ? 'left-0' : 'right-0'}`}
      >
        {children}
      </ul>
    </div>
  )
}
