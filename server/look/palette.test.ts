import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_COLORS } from '#contract/look-choices.ts'
import { nearestBackground, type Palette, paletteOf } from './palette.ts'

/** Every pair of colors that the pages use, the text or control first, with the contrast that WCAG 2.2 asks for. */
const PAIRS: [keyof Palette, keyof Palette, number][] = [
  ...(['ink', 'muted', 'accent', 'accent-deep', 'good', 'bad', 'warning'] as const).flatMap((text) =>
    (['paper', 'card', 'sand'] as const).map(
      (background) => [text, background, 4.5] as [keyof Palette, keyof Palette, number],
    ),
  ),
  ['ink', 'line', 4.5],
  ['ink', 'accent-soft', 4.5],
  ['ink', 'blush', 4.5],
  ['muted', 'accent-soft', 4.5],
  ['accent', 'accent-soft', 4.5],
  ['accent-deep', 'accent-soft', 4.5],
  ['accent-deep', 'blush', 4.5],
  ['blush', 'accent-deep', 4.5],
  ['card', 'accent', 4.5],
  ['card', 'accent-deep', 4.5],
  ['card', 'good', 4.5],
  ['card', 'bad', 4.5],
  ['card', 'warning', 4.5],
  ['good', 'good-soft', 4.5],
  ['bad', 'bad-soft', 4.5],
  ['warning', 'warning-soft', 4.5],
  ['edge', 'paper', 3],
  ['edge', 'card', 3],
  ['edge', 'sand', 3],
]

/** The luminance of WCAG 2.2, reckoned here again. */
function luminance(color: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string) {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const unreadable = (palette: Palette) =>
  PAIRS.filter(([text, background, least]) => contrast(palette[text], palette[background]) < least)

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('any two colors give readable pages, or are refused with a background that does', () => {
  fc.assert(
    fc.property(color, color, (accent, background) => {
      const palette = paletteOf({ accent, background })
      if (palette) {
        expect(palette.paper).toBe(background)
        expect(unreadable(palette)).toEqual([])
      } else {
        const nearest = paletteOf({ accent, background: nearestBackground({ accent, background }) })
        expect(nearest && unreadable(nearest)).toEqual([])
      }
    }),
    { numRuns: 200 },
  )
})

test.for([
  ['#ffd400', '#ffffff'],
  ['#ffd400', '#101820'],
  ['#000000', '#ffffff'],
  ['#ffffff', '#000000'],
  ['#7b1e45', '#faf6ee'],
  ['#808080', '#f4f4f4'],
] as const)('%s on %s is readable', ([accent, background]) => {
  expect(unreadable(paletteOf({ accent, background }) as Palette)).toEqual([])
})

test.for([
  ['#336699', '#888888'],
  ['#000000', '#7f7f7f'],
] as const)('nothing is readable on %s, %s', ([accent, background]) => {
  expect(paletteOf({ accent, background })).toBeUndefined()
  expect(nearestBackground({ accent, background })).toMatch(/^#[\da-f]{6}$/)
})

test('an accent that is readable stays as the seller chose it', () => {
  expect(paletteOf(DEFAULT_COLORS)?.accent).toBe(DEFAULT_COLORS.accent)
  expect(paletteOf({ accent: '#ffd400', background: '#101820' })?.accent).toBe('#ffd400')
})
