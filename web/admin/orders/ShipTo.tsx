import { type ReactNode, useRef, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { AddressLines } from '#web/shop/addresses/AddressLines.tsx'
import { PACKAGE } from '#web/texts/admin-orders.ts'
import { Button } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/copy-text.ts'

type Props = { order: Pick<Order, 'user' | 'shippingAddress'>; children: ReactNode }

/**
 * Name and address for the label, and the button that copies them, followed by `children`. Where nothing may copy, they
 * are selected.
 */
export function ShipTo({ order: { user, shippingAddress }, children }: Props) {
  const label = useRef<HTMLDivElement>(null)
  const [result, setResult] = useState<'copied' | 'selected' | null>(null)
  const copy = async () => {
    if (!label.current) return
    const isCopied = await copyText(label.current.innerText.trim())
    if (!isCopied) window.getSelection()?.selectAllChildren(label.current)
    setResult(isCopied ? 'copied' : 'selected')
  }
  return (
    <div className="grid gap-1">
      <div ref={label} className="wrap-anywhere">
        <p className="font-medium">{shippingAddress.recipient ?? user.name}</p>
        <AddressLines address={shippingAddress} />
      </div>
      <div className="flex flex-wrap gap-x-6">
        <Button type="button" variant="quiet" onClick={copy}>
          {result === 'copied' ? PACKAGE.copied : PACKAGE.copyAddress}
        </Button>
        {children}
      </div>
      <p role="status" className={result === 'selected' ? 'text-sm text-muted' : 'sr-only'}>
        {result === 'selected' ? PACKAGE.selected : result === 'copied' && PACKAGE.addressCopied}
      </p>
    </div>
  )
}
