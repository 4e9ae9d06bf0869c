import type { SCAN } from '#web/texts/admin-orders.ts'
import { openBarcodeReader } from './barcode-reader.ts'

/** Why there is no picture to scan. */
export type CameraTrouble = keyof typeof SCAN.troubles

/** Browsers offer cameras only to pages with https, and to those of the machine itself. */
export const hasCameras = () => 'mediaDevices' in navigator

/**
 * Whether this document may not use the camera: the browser keeps the policy of the page that was loaded, and a link
 * within the application may have led here from a page that is not allowed it. Not every browser tells.
 */
const isCameraForbidden = () => {
  const { featurePolicy } = document as { featurePolicy?: { allowsFeature(name: string): boolean } }
  return featurePolicy?.allowsFeature('camera') === false
}

type Scan = { signal: AbortSignal; onStart(): void; onRead(barcode: string): void }

const WANTED = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } }
const PAUSE_MS = 100

/**
 * Shows the camera's picture in `video` and reads barcodes in it until `signal` aborts. Resolves with what went wrong,
 * or with null after the abort; the camera is off then.
 */
export async function scanBarcodes(video: HTMLVideoElement, scan: Scan): Promise<CameraTrouble | null> {
  const { signal } = scan
  if (isCameraForbidden()) return 'elsewhere'
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ video: WANTED })
    const stop = () => {
      for (const track of stream.getTracks()) track.stop()
    }
    signal.addEventListener('abort', stop)
    try {
      return await readFrom(stream, video, scan)
    } finally {
      stop()
      video.srcObject = null
    }
  } catch (error) {
    return signal.aborted ? null : troubleOf(error)
  }
}

async function readFrom(stream: MediaStream, video: HTMLVideoElement, { signal, onStart, onRead }: Scan) {
  signal.throwIfAborted()
  const read = await openBarcodeReader().catch(() => null)
  if (!read) return 'unloaded' as const
  video.srcObject = stream
  await video.play()
  onStart()
  // A camera that is unplugged, or that the user takes from the page, ends its stream.
  while (!signal.aborted && stream.active) {
    const barcodes = await read(video)
    for (const barcode of barcodes) if (!signal.aborted) onRead(barcode)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return signal.aborted ? null : ('busy' as const)
}

function troubleOf(error: unknown): CameraTrouble {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return ['NotFoundError', 'OverconstrainedError', 'NotSupportedError'].includes(name) ? 'missing' : 'busy'
}
