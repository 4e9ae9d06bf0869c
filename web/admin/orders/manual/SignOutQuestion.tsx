import { useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useVisitor } from '#web/shop/visitor/visitor.ts'
import { UNSENT } from '#web/texts/admin-manual-orders.ts'
import { Button } from '#web/ui/Button.tsx'
import { unsentSales, useUnsentSales } from './unsent-sales.ts'

/** Asks a seller who signs out while sales of hers are kept on this device. */
export function SignOutQuestion() {
  const userId = useVisitor(({ session }) => session.user?._id)
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const pressed = useRef<HTMLElement | null>(null)
  const isSure = useRef(false)
  const count = useUnsentSales().filter(({ user }) => user === userId).length
  useEffect(() => {
    const ask = (event: MouseEvent) => {
      const button = (event.target as Element).closest<HTMLElement>('button[name="logout"]')
      if (!button || isSure.current || !unsentSales().some(({ user }) => user === userId)) return
      // Before the button itself hears of it.
      event.stopPropagation()
      pressed.current = button
      dialog.current?.showModal()
    }
    window.addEventListener('click', ask, { capture: true })
    return () => window.removeEventListener('click', ask, { capture: true })
  }, [userId])
  const signOut = () => {
    isSure.current = true
    pressed.current?.click()
  }
  if (count === 0) return null
  const close = () => dialog.current?.close()
  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-sentence`}
      className="m-auto w-full max-w-md bg-transparent px-4 text-left open:animate-rise"
    >
      <div className="grid gap-4 rounded-lg bg-card p-6 text-base text-ink shadow-lg sm:p-8">
        <h2 id={`${id}-title`}>{UNSENT.signOutTitle}</h2>
        <p id={`${id}-sentence`} className="text-muted">
          {UNSENT.signOut(count)}
        </p>
        <div className="mt-2 flex flex-wrap justify-end gap-3">
          <Button type="button" variant="secondary" onClick={signOut}>
            {UNSENT.signOutAnyway}
          </Button>
          <Button type="button" onClick={close}>
            {UNSENT.stay}
          </Button>
        </div>
      </div>
    </dialog>,
    document.body,
  )
}
