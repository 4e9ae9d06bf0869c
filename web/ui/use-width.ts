import { type RefObject, useEffect, useState } from 'react'

/** The width of the element in pixels, as it changes; `before` until it is measured. */
export function useWidth(element: RefObject<HTMLElement | null>, before: number) {
  const [width, setWidth] = useState(before)
  useEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return width
}
