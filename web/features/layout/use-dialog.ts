import { type MouseEvent, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * A native modal dialog: `opener` goes on the button that opens it, `dialog` on the dialog. Escape, a click outside and
 * navigation close it.
 */
export function useDialog() {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const { key } = useLocation()
  const close = () => ref.current?.close()
  const shown = useRef(key)
  useEffect(() => {
    // A dialog that was opened before the script loaded stays open.
    if (shown.current !== key) ref.current?.close()
    shown.current = key
  }, [key])
  const dialog = {
    ref,
    id,
    onClick: (event: MouseEvent) => event.target === ref.current && close(),
  }
  const opener = {
    type: 'button',
    'aria-haspopup': 'dialog',
    onClick: (event: MouseEvent) => {
      event.preventDefault()
      ref.current?.showModal()
    },
    // The browser's own command opens the dialog before the script has loaded; then the script takes over.
    command: 'show-modal',
    commandfor: id,
  } as const
  return { opener, dialog, close }
}
