import { useEffect, useState } from 'react'

/** The text as it was when it last stayed the same for so many milliseconds. */
export function useSettled(text: string, pauseMs: number) {
  const [settledText, setSettledText] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettledText(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return settledText
}
