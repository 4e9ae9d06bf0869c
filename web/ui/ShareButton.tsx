import { useState } from 'react'
import { SHARE } from '#web/texts/share.ts'
import { Button } from './Button.tsx'
import { copyText } from './copy-text.ts'

type Props = { label: string; title: string; url: string | undefined; variant?: 'secondary' | 'quiet' }

/** Passes an address on: by the phone's own menu, else as a copy. Disabled until there is an address. */
export function ShareButton({ label, title, url, variant = 'secondary' }: Props) {
  const [shown, setShown] = useState('')
  const pass = async (path: string) => {
    const { href } = new URL(path, window.location.href)
    const shared = { title, url: href }
    if (navigator.canShare?.(shared)) return navigator.share(shared).catch(() => {})
    setShown((await copyText(href)) ? SHARE.copied : `${SHARE.copy} ${href}`)
  }
  return (
    <>
      <Button type="button" variant={variant} disabled={!url} onClick={() => url && void pass(url)}>
        {label}
      </Button>
      <p role="status" className="text-sm wrap-anywhere text-muted">
        {shown}
      </p>
    </>
  )
}
