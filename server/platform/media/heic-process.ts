// Child process of heic.ts: decodes one photo and ends. The decoder is WebAssembly, so limiting its memory limits what
// a hostile file can take.
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import heic from 'heic-decode'
import sharp from 'sharp'
import { HEIC_MAX_PIXELS } from './heic.ts'

const PAGE_BYTES = 65_536
const MAX_BYTES = 512 * 2 ** 20

const { grow } = WebAssembly.Memory.prototype
WebAssembly.Memory.prototype.grow = function limitedGrow(pages) {
  if (this.buffer.byteLength + pages * PAGE_BYTES > MAX_BYTES) throw new RangeError('The photo takes too much memory.')
  return grow.call(this, pages)
}

setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
process.on('disconnect', () => process.exit(0))
sharp.concurrency(1)
const [task] = (await once(process, 'message')) as [{ bytes: Uint8Array; width: number }]
process.send?.(await jpegOf(task))

async function jpegOf({ bytes, width }: { bytes: Uint8Array; width: number }) {
  const [frame] = await heic.all({ buffer: bytes })
  if (!frame || frame.width * frame.height > HEIC_MAX_PIXELS) throw new Error('The photo has too many pixels.')
  const { data, ...size } = await frame.decode()
  return sharp(data, { raw: { ...size, channels: 4 } })
    .resize({ width, height: 2 * width, fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer()
}
