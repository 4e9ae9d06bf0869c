import { type MouseEvent, useEffect, useId, useRef } from 'react'
import { useNavigation } from './navigation.ts'

/**
 * A native modal dialog: `opener` goes on the button that opens it, `dialog` on the dialog, `closer` on a button inside.
 * Escape, a click outside and navigation close it. The commands of the buttons work before the script has loaded.
 */
export function useDialog() {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const { key } = useNavigation()
  const close = () => ref.current?.close()
  const shownKey = useRef(key)
  useEffect(() => {
    // A dialog that was opened before the script loaded stays open.
    if (shownKey.current !== key) ref.current?.close()
    shownKey.current = key
  }, [key])
  const dialog = {
    ref,
    id,
    // A page that the browser shows again when going back shows no dialog.
    onClick: ({ target }: MouseEvent) => (target === ref.current || (target as Element).closest('a')) && close(),
  }
  const opener = {
    type: 'button',
    'aria-haspopup': 'dialog',
    onClick: (event: MouseEvent) => {
      event.preventDefault()
      ref.current?.showModal()
    },
    command: 'show-modal',
    commandfor: id,
  } as const
  const closer = {
    type: 'button',
    onClick: (event: MouseEvent) => {
      event.preventDefault()
      close()
    },
    command: 'close',
    commandfor: id,
  } as const
  return { opener, dialog, closer, close }
}
