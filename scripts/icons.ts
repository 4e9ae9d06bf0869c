// Makes the icons of the installed shop from its favicon: `node scripts/icons.ts`, after the favicon has changed.
import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'

const PUBLIC = new URL('../web/public/', import.meta.url)
const GROUND = /<rect [^>]*fill="(#\w+)"\/>/

const favicon = await readFile(new URL('favicon.svg', PUBLIC), 'utf8')
const [ground = '', color] = GROUND.exec(favicon) ?? []
if (!color) throw new Error('The favicon has no ground.')
// Phones cut the maskable icon into their own shape, so its background reaches the edges, and the flower is smaller.
const maskable = favicon
  .replace(ground, `<path fill="${color}" d="M-16-16h32v32h-32z"/>`)
  .replace('scale(.8)', 'scale(.6)')

for (const [name, svg, size] of [
  ['icon-192.png', favicon, 192],
  ['icon-512.png', favicon, 512],
  ['icon-maskable-512.png', maskable, 512],
] as const)
  await writeFile(
    new URL(name, PUBLIC),
    await sharp(Buffer.from(svg), { density: (72 * size) / 32 })
      .resize(size, size)
      .png({ palette: true, colors: 12, effort: 10 })
      .toBuffer(),
  )
