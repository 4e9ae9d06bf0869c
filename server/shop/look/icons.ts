// The icons of the shop, drawn from its mark, name and colors.
import type { Look } from '#contract/admin/look.ts'
import { FLOWER, monogramOf } from '#contract/look-choices.ts'
import { SHARED_PHOTO } from '#contract/photos.ts'
import { type Outlines, outlinesOf } from './letters.ts'
import { rasterize } from './rasterize.ts'
import { shownPalette } from './stylesheet.ts'

/** What icons are drawn from: the look, the name of the shop, and its logo as PNG, small and large. */
export type IconSource = { look: Look; name: string; logo?: { shown: Buffer; large: Buffer } | undefined }

export type Icon = { type: string; bytes: Buffer }

/** File names of the icons and of the picture for shared links. */
export const ICON_NAMES = [
  'favicon.svg',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'shared.jpg',
] as const
export type IconName = (typeof ICON_NAMES)[number]

/** Draws all icons, in a child process that takes about half a second. */
export async function drawIcons(source: IconSource): Promise<Record<IconName, Icon>> {
  const [favicon, roundedIcon, maskable, shareImage] = await Promise.all([
    iconSvg(source, { ...ROUNDED_SHAPE, logo: 'shown' }),
    iconSvg(source, ROUNDED_SHAPE),
    iconSvg(source, MASKABLE),
    sharedSvg(source),
  ])
  const [small, large, cut, picture] = await rasterize([
    { svg: roundedIcon, viewWidth: 2, width: 192, type: 'png' },
    { svg: roundedIcon, viewWidth: 2, width: 512, type: 'png' },
    { svg: maskable, viewWidth: 2, width: 512, type: 'png' },
    { svg: shareImage, viewWidth: SHARED_PHOTO.width, width: SHARED_PHOTO.width, type: 'jpeg' },
  ])
  return {
    'favicon.svg': { type: 'image/svg+xml', bytes: Buffer.from(favicon) },
    'icon-192.png': { type: 'image/png', bytes: small },
    'icon-512.png': { type: 'image/png', bytes: large },
    'icon-maskable-512.png': { type: 'image/png', bytes: cut },
    'shared.jpg': { type: 'image/jpeg', bytes: picture },
  }
}

type Shape = { corner: number; mark: number; logo?: 'shown' | 'large' }

const ROUNDED_SHAPE = { corner: 0.5, mark: 0.8 }
/** Phones cut a maskable icon down to its middle. */
const MASKABLE = { corner: 0, mark: 0.56 }

/** The icon as SVG, from -1 to 1. */
async function iconSvg(source: IconSource, { corner, mark, logo }: Shape) {
  const { paper, accent } = shownPalette(source.look)
  const background = source.logo ? paper : accent
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 2 2"><rect x="-1" y="-1" width="2" height="2" rx="${corner}" fill="${background}"/><g fill="${paper}">${await markSvg(source, mark, logo)}</g></svg>`
}

/** The mark around the origin, this far to every side. */
async function markSvg({ look: { mark, fonts }, name, logo }: IconSource, size: number, file: Shape['logo'] = 'large') {
  if (logo) {
    const place = `x="${-size}" y="${-size}" width="${2 * size}" height="${2 * size}"`
    return `<image ${place} href="data:image/png;base64,${logo[file].toString('base64')}"/>`
  }
  if (mark.kind === 'flower') return `<g transform="scale(${size / 16})">${FLOWER_SVG}</g>`
  const letters = monogramOf(mark.kind === 'monogram' ? mark.letters : '', name)
  return textSvg(await outlinesOf(letters, fonts), { x: 0, y: 0, width: 1.35 * size, height: 1.1 * size })
}

const PETALS = FLOWER.turns.map((turn) => `<path d="${FLOWER.petal}" transform="rotate(${turn})"/>`)
const FLOWER_SVG = `${PETALS.join('')}<circle r="${FLOWER.center}"/>`

type Box = { x: number; y: number; width: number; height: number }

/** The outlines as large as fits into the box with this middle. */
function textSvg({ path, left, top, width, height }: Outlines, box: Box) {
  if (!path) return ''
  const scale = Math.min(box.width / width, box.height / height)
  const x = box.x - scale * (left + width / 2)
  const y = box.y - scale * (top + height / 2)
  return `<path transform="translate(${x.toFixed(4)} ${y.toFixed(4)}) scale(${scale.toFixed(4)})" d="${path}"/>`
}

/** The picture for shared links of a shop without a hero photo: its mark above its name. */
async function sharedSvg(source: IconSource) {
  const { width, height } = SHARED_PHOTO
  const { paper, accent, ink } = shownPalette(source.look)
  const outlines = await outlinesOf(source.name, source.look.fonts)
  const name = textSvg(outlines, { x: width / 2, y: 470, width: 960, height: 90 })
  const mark = await markSvg(source, 1)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${paper}"/><g transform="translate(${width / 2} 240) scale(130)" fill="${accent}">${mark}</g><g fill="${ink}">${name}</g></svg>`
}
