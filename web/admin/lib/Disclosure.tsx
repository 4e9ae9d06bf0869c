import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '#web/ui/Icon.tsx'

type Props = { title: string; about: string; isOpen: boolean; children: ReactNode }

/** A part of the form that opens when it is needed, and stays open. `about` says in a few words what is in it. */
export function Disclosure({ title, about, isOpen, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null)
  const [wasOpen] = useState(isOpen)
  useEffect(() => {
    if (isOpen && details.current) details.current.open = true
  }, [isOpen])
  return (
    <details ref={details} open={wasOpen} className="group">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 rounded-md font-semibold focus-visible:rounded-md [&::-webkit-details-marker]:hidden">
        <Icon name="right" className="size-5 shrink-0 transition-transform group-open:rotate-90" />
        <span>
          {title} <span className="font-normal text-muted">{about}</span>
        </span>
      </summary>
      {children}
    </details>
  )
}
