import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { scannedTrackingNumber, TRACKING_NUMBER_MAX, tidyTrackingNumber } from '#contract/tracking-numbers.ts'
import { SCAN } from '#web/texts/admin-orders.ts'
import { Button } from '#web/ui/Button.tsx'
import { StandingAlert } from '#web/ui/StandingAlert.tsx'
import { type CameraTrouble, scanBarcodes } from './camera.ts'

type Props = { onScan(trackingNumber: string): void }

/** The camera's picture, until a barcode in it has a tracking number, or what is wrong with the camera. */
export function Scanner({ onScan }: Props) {
  const [trouble, setTrouble] = useState<CameraTrouble | null>(null)
  if (!trouble) return <Picture onScan={onScan} onTrouble={setTrouble} />
  const isElsewhere = trouble === 'elsewhere'
  return (
    <>
      <StandingAlert kind={isElsewhere ? 'info' : 'error'} of={trouble}>
        {SCAN.troubles[trouble]}
      </StandingAlert>
      <Button
        type="button"
        variant="quiet"
        className="justify-self-start"
        onClick={() => (isElsewhere ? window.location.reload() : setTrouble(null))}
      >
        {isElsewhere ? SCAN.reload : SCAN.again}
      </Button>
    </>
  )
}

function Picture({ onScan, onTrouble }: Props & { onTrouble(trouble: CameraTrouble): void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [isOn, setOn] = useState(false)
  const [unknown, setUnknown] = useState<string | null>(null)
  const read = useEffectEvent((barcode: string) => {
    const trackingNumber = scannedTrackingNumber(barcode)
    if (trackingNumber) onScan(trackingNumber)
    else setUnknown(tidyTrackingNumber(barcode).slice(0, TRACKING_NUMBER_MAX))
  })
  const fail = useEffectEvent(onTrouble)
  useEffect(() => {
    const showing = new AbortController()
    const scan = {
      signal: showing.signal,
      onStart: () => setOn(true),
      onRead: (barcode: string) => read(barcode),
    }
    if (video.current) void scanBarcodes(video.current, scan).then((trouble) => trouble && fail(trouble))
    return () => showing.abort()
  }, [])
  return (
    <>
      <div className="relative aspect-4/3 overflow-hidden rounded-md bg-sand">
        {/* A picture of the moment, without sound. */}
        <video ref={video} muted playsInline aria-label={SCAN.picture} className="size-full object-cover" />
        {isOn && (
          <div
            aria-hidden="true"
            className="absolute inset-x-[8%] inset-y-1/4 rounded-md border-2 border-card outline-999 outline-ink/40"
          />
        )}
      </div>
      <p role="status" className="text-muted wrap-anywhere">
        {unknown ? SCAN.unknown(unknown) : isOn ? SCAN.hint : SCAN.starting}
      </p>
      {unknown && (
        <Button type="button" variant="quiet" className="-mt-2 justify-self-start" onClick={() => onScan(unknown)}>
          {SCAN.useAnyway}
        </Button>
      )}
    </>
  )
}
