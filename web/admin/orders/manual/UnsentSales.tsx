import { useEffect, useRef, useState } from 'react'
import { formatDollars } from '#contract/money.ts'
import { useAppDispatch } from '#web/shop/visitor/store.ts'
import { UNSENT } from '#web/texts/admin-manual-orders.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { sendWaitingSales } from './send-sales.ts'
import { forgetSale, noteRefusal, type UnsentSale, useUnsentSales } from './unsent-sales.ts'

type Props = {
  userId: string
  /** The sale that is on its way just now, which is none of these. */
  sendingKey: string
  /** Takes a refused sale back into the cart; undefined while something else is in it. */
  onOpen: ((sale: UnsentSale) => void) | undefined
}

/** The sales that this browser keeps until the shop has them, those that it refused, and what to do about them. */
export function UnsentSales({ userId, sendingKey, onOpen }: Props) {
  const sales = useUnsentSales().filter(({ order }) => order.key !== sendingKey)
  const own = sales.filter(({ user }) => user === userId)
  const waiting = own.filter(({ refusal }) => refusal === undefined)
  const refused = own.filter(({ refusal }) => refusal !== undefined)
  const ofOthers = sales.length - own.length
  const [isAllSent, setAllSent] = useAllSent(waiting.length, refused.length)
  return (
    <>
      {waiting.length > 0 && <Waiting sales={waiting} userId={userId} />}
      {isAllSent && (
        <Alert kind="success" onDismiss={() => setAllSent(false)}>
          {UNSENT.allSent}
        </Alert>
      )}
      {refused.map((sale) => (
        <RefusedSale key={sale.order.key} sale={sale} userId={userId} onOpen={onOpen} />
      ))}
      {ofOthers > 0 && <Alert kind="info">{UNSENT.ofOthers(ofOthers)}</Alert>}
    </>
  )
}

/** Whether the last sale that waited was sent while the screen was open, and the function that sets it. */
function useAllSent(waiting: number, refused: number) {
  const [isAllSent, setAllSent] = useState(false)
  const before = useRef({ waiting, refused })
  useEffect(() => {
    if (waiting > 0) setAllSent(false)
    else if (before.current.waiting > 0 && refused <= before.current.refused) setAllSent(true)
    before.current = { waiting, refused }
  }, [waiting, refused])
  return [isAllSent, setAllSent] as const
}

function Waiting({ sales, userId }: { sales: UnsentSale[]; userId: string }) {
  const dispatch = useAppDispatch()
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    await sendWaitingSales(dispatch, userId)
    setBusy(false)
  }
  return (
    <Alert kind="warning">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p>
          <strong>{UNSENT.waiting(sales.length, totalOf(sales))}</strong> {UNSENT.waitingHint}
        </p>
        <Button type="button" variant="secondary" isBusy={isBusy} onClick={() => void send()}>
          {UNSENT.sendNow}
        </Button>
      </div>
    </Alert>
  )
}

const totalOf = (sales: UnsentSale[]) => sales.reduce((sum, { total }) => sum + total, 0)

type RefusedProps = Pick<Props, 'userId' | 'onOpen'> & { sale: UnsentSale }

function RefusedSale({ sale, userId, onOpen }: RefusedProps) {
  const dispatch = useAppDispatch()
  const { key } = sale.order
  const again = () => {
    noteRefusal(key)
    void sendWaitingSales(dispatch, userId)
  }
  const pieces = sale.draft.lines.map(({ name, qty }) => UNSENT.pieces(name, qty)).join(', ')
  return (
    <section aria-label={UNSENT.refusedNamed(pieces)} className="grid gap-3 rounded-md bg-bad-soft px-4 py-3 text-bad">
      <div className="grid gap-1 wrap-anywhere">
        <h2 className="font-sans text-base font-semibold">{UNSENT.refused(formatDollars(sale.total))}</h2>
        <p className="text-ink">{pieces}</p>
        <p>{sale.refusal}</p>
        <p className="text-ink">{UNSENT.refusedHint}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="button" variant="secondary" onClick={again}>
          {UNSENT.tryAgain}
        </Button>
        <Button type="button" variant="secondary" disabled={!onOpen} onClick={() => onOpen?.(sale)}>
          {UNSENT.open}
        </Button>
        <ConfirmButton
          variant="secondary"
          sentence={UNSENT.removeQuestion(formatDollars(sale.total))}
          action={UNSENT.remove}
          onConfirm={() => forgetSale(key)}
        >
          {UNSENT.remove}
        </ConfirmButton>
      </div>
      {!onOpen && <p className="text-sm text-ink">{UNSENT.cartFirst}</p>}
    </section>
  )
}
