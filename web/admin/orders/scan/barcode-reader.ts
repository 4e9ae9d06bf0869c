/** Finds barcodes in the present picture of a video that plays. */
type ReadBarcodes = (video: HTMLVideoElement) => Promise<string[]>

/** The browser's own detector of barcodes (Shape Detection API), which TypeScript does not know. */
type Detector = { detect(video: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type Detectors = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

/** A reader of the barcodes of parcel labels (Code 128): the browser's where it has one, else a library's. */
export const openBarcodeReader = async (): Promise<ReadBarcodes> => (await browserReader()) ?? (await libraryReader())

const FORMAT = 'code_128'

async function browserReader(): Promise<ReadBarcodes | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: Detectors }
  const formats = (await BarcodeDetector?.getSupportedFormats()) ?? []
  if (!BarcodeDetector || !formats.includes(FORMAT)) return null
  const detector = new BarcodeDetector({ formats: [FORMAT] })
  return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue)
}

/** A finer picture takes longer to read and shows no more of a label that fills the frame. */
const WIDEST = 1280

async function libraryReader(): Promise<ReadBarcodes> {
  const { code128In, grayOf } = await import('./code-128.ts')
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const width = Math.min(video.videoWidth, WIDEST)
    const height = Math.round((video.videoHeight * width) / (video.videoWidth || 1))
    if (!context || !width || !height) return []
    Object.assign(context.canvas, { width, height })
    context.drawImage(video, 0, 0, width, height)
    const text = code128In(grayOf(context.getImageData(0, 0, width, height).data), width, height)
    return text === null ? [] : [text]
  }
}
