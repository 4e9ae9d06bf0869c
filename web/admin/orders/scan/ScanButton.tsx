import { type MouseEvent, useState } from 'react'
import { SCAN } from '#web/texts/admin-orders.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { hasCameras } from './camera.ts'
import { Scanner } from './Scanner.tsx'

type Props = {
  className?: string
  onScan(trackingNumber: string): void
  /** Runs after the dialog is closed. */
  onType(): void
}

/** The button that opens the camera in a dialog to scan a tracking number; nothing in a browser without cameras. */
export function ScanButton({ className, onScan, onType }: Props) {
  const { opener, dialog, close } = useDialog()
  const [isOpen, setOpen] = useState(false)
  if (!hasCameras()) return null
  const open = (event: MouseEvent) => {
    setOpen(true)
    opener.onClick(event)
  }
  const scanned = (trackingNumber: string) => {
    close()
    navigator.vibrate?.(VIBRATION_MS)
    onScan(trackingNumber)
  }
  const type = () => {
    close()
    onType()
  }
  return (
    <>
      <Button {...opener} variant="quiet" className={className} aria-label={SCAN.title} onClick={open}>
        <Icon name="camera" />
        {SCAN.button}
      </Button>
      <dialog
        {...dialog}
        aria-labelledby={`${dialog.id}-title`}
        // The camera is on while the content is there.
        onClose={() => setOpen(false)}
        className="m-auto w-full max-w-lg bg-transparent px-4 text-left open:animate-rise"
      >
        <div className="grid gap-4 rounded-lg bg-card p-6 text-base whitespace-normal text-ink shadow-lg sm:p-8">
          <h2 id={`${dialog.id}-title`}>{SCAN.title}</h2>
          {isOpen && <Scanner onScan={scanned} />}
          <Button type="button" variant="secondary" className="justify-self-end" onClick={type}>
            {SCAN.type}
          </Button>
        </div>
      </dialog>
    </>
  )
}

const VIBRATION_MS = 80
