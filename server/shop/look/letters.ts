// Text as outlines, so that icons need no font on the machine that draws them or shows them.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Font } from 'fontkit'
import type { FontPair } from '#contract/look-choices.ts'

/** The typeface of the headings of each pair. */
const HEADINGS: Record<FontPair, string> = {
  warm: '@fontsource/fraunces/files/fraunces-latin-600-normal.woff2',
  classic: '@fontsource/playfair-display/files/playfair-display-latin-500-normal.woff2',
  gentle: '@fontsource/lora/files/lora-latin-500-normal.woff2',
  elegant: '@fontsource/cormorant-garamond/files/cormorant-garamond-latin-600-normal.woff2',
  modern: '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-600-normal.woff2',
  clear: '@fontsource/jost/files/jost-latin-500-normal.woff2',
}

/** The outlines of a text as the data of an SVG path, with its box: from the left, and down from the baseline. */
export type Outlines = { path: string; left: number; top: number; width: number; height: number }

/** The outlines in the heading typeface of the pair, one unit of the em being 1. Letters that it lacks are left out. */
export async function outlinesOf(text: string, fonts: FontPair): Promise<Outlines> {
  const font = await headingFont(fonts)
  const drawnText = [...text].filter((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)).join('')
  const { glyphs, positions } = font.layout(drawnText)
  let at = 0
  const paths: string[] = []
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const [index, { path }] of glyphs.entries()) {
    const unit = 1 / font.unitsPerEm
    // SVG counts downwards, fonts upwards.
    const placedPath = path.scale(unit, -unit).translate(at * unit, 0)
    const { minX, minY, maxX, maxY } = placedPath.bbox
    if (Number.isFinite(minX)) {
      paths.push(placedPath.toSVG())
      box.left = Math.min(box.left, minX)
      box.top = Math.min(box.top, minY)
      box.right = Math.max(box.right, maxX)
      box.bottom = Math.max(box.bottom, maxY)
    }
    at += positions[index]?.xAdvance ?? 0
  }
  if (paths.length === 0) return { path: '', left: 0, top: 0, width: 0, height: 0 }
  return {
    path: paths.join(''),
    left: box.left,
    top: box.top,
    width: box.right - box.left,
    height: box.bottom - box.top,
  }
}

const openFonts = new Map<FontPair, Promise<Font>>()

function headingFont(fonts: FontPair) {
  const font = openFonts.get(fonts) ?? openFont(HEADINGS[fonts])
  openFonts.set(fonts, font)
  return font
}

async function openFont(file: string) {
  const { create } = await import('fontkit')
  return create(await readFile(fileURLToPath(import.meta.resolve(file)))) as Font
}
