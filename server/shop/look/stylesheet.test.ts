import { expect, test } from 'vitest'
import { DEFAULT_COLORS } from '#contract/look-choices.ts'
import { type PageColors, schemeStylesheetOf, stylesheetOf, wholeStylesheetOf } from './stylesheet.ts'

const DEFAULT: PageColors = { ...DEFAULT_COLORS, darkMode: 'device' }
const FOREST: PageColors = { accent: '#2f5d50', background: '#f4f1ea', darkMode: 'device' }
const NIGHT: PageColors = { accent: '#f2c14e', background: '#16191f', darkMode: 'device' }

const DARK_MEDIA = '@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark;--color-paper:'

test('the default colors stand in tokens.css', () => {
  expect(stylesheetOf(DEFAULT)).toBe('')
  expect(wholeStylesheetOf(DEFAULT)).toContain(`${DARK_MEDIA}#1a1512`)
})

test('colors of a seller have a dark palette of their own, for screens alone', () => {
  expect(stylesheetOf(FOREST)).toMatch(/^:root\{color-scheme:light;--color-paper:#f4f1ea;/)
  expect(stylesheetOf(FOREST)).toContain(DARK_MEDIA)
})

test.for([
  ['the default colors', DEFAULT],
  ['colors of a seller', FOREST],
] as const)('without dark mode %s are light on every device', ([, colors]) => {
  const styles = stylesheetOf({ ...colors, darkMode: 'off' })
  expect(styles).toMatch(new RegExp(`^:root\\{color-scheme:only light;--color-paper:${colors.background};[^@]*\\}$`))
})

test('colors that are dark are so for everyone, except on paper', () => {
  for (const darkMode of ['device', 'off'] as const)
    expect(stylesheetOf({ ...NIGHT, darkMode })).toMatch(
      /^@media screen\{:root\{color-scheme:dark;--color-paper:#16191f;[^@]*\}\}$/,
    )
})

test('a preview shows one scheme, whatever the device prefers', () => {
  expect(schemeStylesheetOf(DEFAULT, 'dark')).toMatch(/^:root\{color-scheme:dark;--color-paper:#1a1512;[^@]*\}$/)
  expect(schemeStylesheetOf(DEFAULT, 'light')).toMatch(/^:root\{color-scheme:only light;--color-paper:#faf6ee;[^@]*\}$/)
})
