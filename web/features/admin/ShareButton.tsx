import { useState } from 'react'
import { SHARE } from '../../texts/admin.ts'
import { Button } from '../../ui/Button.tsx'
import { copyText } from './orders/copy-text.ts'

type Props = { label: string; title: string; url: string | undefined }

/** Passes an address on: by the phone's own menu, else as a copy. Disabled until there is an address. */
export function ShareButton({ label, title, url }: Props) {
  const [result, setResult] = useState<'copied' | 'shown' | null>(null)
  const pass = async (url: string) => {
    const shared = { title, url }
    if (navigator.canShare?.(shared)) return navigator.share(shared).catch(() => {})
    setResult((await copyText(url)) ? 'copied' : 'shown')
  }
  return (
    <>
      <Button type="button" variant="secondary" disabled={!url} onClick={() => url && void pass(url)}>
        {label}
      </Button>
      <p role="status" className="text-sm wrap-anywhere text-muted">
        {result === 'copied' && SHARE.copied}
        {result === 'shown' && `${SHARE.copy} ${url}`}
      </p>
    </>
  )
}
