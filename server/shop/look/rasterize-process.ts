// Child process of rasterize.ts: draws what the shop's own process has written.
import { once } from 'node:events'
import sharp from 'sharp'
import type { Drawing } from './rasterize.ts'

process.on('disconnect', () => process.exit(0))
sharp.concurrency(1)
const [drawings] = (await once(process, 'message')) as [Drawing[]]
process.send?.(await Promise.all(drawings.map(pictureOf)))

async function pictureOf({ svg, viewWidth, width, type }: Drawing) {
  // Drawn at twice its size, so that edges are smooth.
  const density = Math.min(7200, Math.ceil((2 * 72 * width) / viewWidth))
  const picture = sharp(Buffer.from(svg), { density, unlimited: true }).resize({ width })
  return type === 'png'
    ? picture.png({ palette: true, effort: 7 }).toBuffer()
    : picture.jpeg({ quality: 85 }).toBuffer()
}
