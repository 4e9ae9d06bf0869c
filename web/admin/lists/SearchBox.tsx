import { useEffect, useEffectEvent, useState } from 'react'
import { BOX } from '#web/ui/Field.tsx'
import type { ListAddress } from './list-address.ts'

const PAUSE_MS = 250

/** Filters a list while the user types, after a short pause. */
export function SearchBox({ label, address }: { label: string; address: ListAddress }) {
  const keyword = address.read('keyword')
  const [text, setText] = useState(keyword)
  const [shown, setShown] = useState(keyword)
  const [isTyping, setIsTyping] = useState(false)
  // The address has changed by itself, as by *Clear search*. A search of fewer letters may answer while the user types.
  if (keyword !== shown) {
    setShown(keyword)
    if (!isTyping) setText(keyword)
  }
  const search = useEffectEvent(() => {
    if (text.trim() !== keyword) address.change({ keyword: text.trim() })
  })
  useEffect(() => {
    if (text.trim() === keyword) return
    const timer = setTimeout(() => search(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, keyword])
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={100}
      autoComplete="off"
      enterKeyHint="search"
      onChange={({ target }) => {
        setText(target.value)
        setIsTyping(true)
      }}
      onBlur={() => setIsTyping(false)}
      onKeyDown={({ key }) => key === 'Enter' && search()}
      className={`${BOX} min-w-0 text-ellipsis lg:max-w-96 lg:min-w-48 lg:flex-1`}
    />
  )
}
