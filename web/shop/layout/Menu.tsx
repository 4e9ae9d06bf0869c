import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Icon } from '#web/ui/Icon.tsx'
import { useNavigation } from '#web/ui/navigation.ts'

/** The classes of a menu item. */
export const MENU_ITEM =
  'flex min-h-11 w-full items-center rounded-sm px-3 no-underline hover:bg-sand hover:text-accent'

/** A dropdown menu. Escape, a click outside, moving the focus away and choosing an item close it. */
export function Menu({ title, side, children }: { title: string; side: 'left' | 'right'; children: ReactNode }) {
  const { key } = useNavigation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === key
  const root = useRef<HTMLDivElement>(null)
  const id = useId()
  useDismissal(root, isOpen, () => setOpenAt(null))
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

function useDismissal(root: RefObject<HTMLElement | null>, isOpen: boolean, onDismiss: () => void) {
  const closeOutside = useEffectEvent(({ target }: Event) => {
    if (!root.current?.contains(target as Node)) onDismiss()
  })
  const closeOnEscape = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return
    onDismiss()
    root.current?.querySelector('button')?.focus()
  })
  useEffect(() => {
    if (!isOpen) return
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('pointerdown', (event) => closeOutside(event), { signal })
    document.addEventListener('focusin', (event) => closeOutside(event), { signal })
    document.addEventListener('keydown', (event) => closeOnEscape(event), { signal })
    return () => listening.abort()
  }, [isOpen])
}
