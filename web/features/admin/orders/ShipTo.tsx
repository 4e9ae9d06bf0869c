import { useRef, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { PACKAGE } from '../../../texts/admin-orders.ts'
import { Button } from '../../../ui/Button.tsx'
import { AddressLines } from '../../orders/AddressLines.tsx'
import { copyText } from './copy-text.ts'

/** Name and address for the label, and the button that copies them. Where nothing may copy, they are selected. */
export function ShipTo({ user, shippingAddress }: Pick<Order, 'user' | 'shippingAddress'>) {
  const label = useRef<HTMLDivElement>(null)
  const [result, setResult] = useState<'copied' | 'selected' | null>(null)
  const copy = async () => {
    if (!label.current) return
    const isCopied = await copyText(label.current.innerText.trim())
    if (!isCopied) window.getSelection()?.selectAllChildren(label.current)
    setResult(isCopied ? 'copied' : 'selected')
  }
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
      <div ref={label} className="min-w-0 wrap-anywhere">
        <p className="font-medium">{shippingAddress.recipient ?? user.name}</p>
        <AddressLines address={shippingAddress} />
      </div>
      <Button variant="quiet" onClick={copy}>
        {result === 'copied' ? PACKAGE.copied : PACKAGE.copyAddress}
      </Button>
      <p role="status" className={result === 'selected' ? 'w-full text-sm text-muted' : 'sr-only'}>
        {result === 'selected' ? PACKAGE.selected : result === 'copied' && PACKAGE.addressCopied}
      </p>
    </div>
  )
}
