import { useState } from 'react'
import { messageOf } from '../../../../api-failure.ts'
import { ORDER_LINK } from '../../../../texts/admin-manual-orders.ts'
import { Alert } from '../../../../ui/Alert.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { copyText } from '../copy-text.ts'
import { useOrderLinkQuery } from './manualOrdersApi.ts'

/** Passes the link of an unpaid order on: by the phone's own menu, else as a copy. */
export function ShareLink({ order: { _id, number } }: { order: { _id: string; number: number } }) {
  // Loaded before the press, because browsers open their menu only right after one.
  const { data, error } = useOrderLinkQuery(_id)
  const [result, setResult] = useState<'copied' | 'shown' | null>(null)
  const pass = async (url: string) => {
    const shared = { title: ORDER_LINK.shareTitle(number), url }
    if (navigator.canShare?.(shared)) return navigator.share(shared).catch(() => {})
    setResult((await copyText(url)) ? 'copied' : 'shown')
  }
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-sm text-muted">{ORDER_LINK.hint}</p>
      {error && <Alert>{messageOf(error)}</Alert>}
      <Button type="button" variant="secondary" disabled={!data} onClick={() => data && void pass(data.url)}>
        {ORDER_LINK.share}
      </Button>
      <p role="status" className="text-sm wrap-anywhere text-muted">
        {result === 'copied' && ORDER_LINK.copied}
        {result === 'shown' && `${ORDER_LINK.copy} ${data?.url}`}
      </p>
    </div>
  )
}
