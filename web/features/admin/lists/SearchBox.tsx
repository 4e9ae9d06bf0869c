import { useEffect, useEffectEvent, useState } from 'react'
import { Field } from '../../../ui/Field.tsx'
import type { ListAddress } from './list-address.ts'

const PAUSE_MS = 250

/** Filters a list while the user types, after a short pause. */
export function SearchBox({ label, address }: { label: string; address: ListAddress }) {
  const keyword = address.read('keyword')
  const [text, setText] = useState(keyword)
  const [shown, setShown] = useState(keyword)
  // The address has changed by itself, as by the back button.
  if (keyword !== shown) {
    setShown(keyword)
    if (keyword !== text.trim()) setText(keyword)
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
    <Field
      label={label}
      type="search"
      value={text}
      maxLength={100}
      autoComplete="off"
      enterKeyHint="search"
      onChange={({ target }) => setText(target.value)}
      onKeyDown={({ key }) => key === 'Enter' && search()}
    />
  )
}
