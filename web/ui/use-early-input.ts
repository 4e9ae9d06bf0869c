import { useLayoutEffect, useRef } from 'react'

/**
 * The ref of an element. Calls `report` with it once, for what was entered into its fields before the script loaded:
 * React has not written its own values into them yet.
 */
export function useEarlyInput<E extends Element>(report: (element: E) => void) {
  const element = useRef<E>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and before React writes its own values
  useLayoutEffect(() => {
    if (element.current) report(element.current)
  }, [])
  return element
}
