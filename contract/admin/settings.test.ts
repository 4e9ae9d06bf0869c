import { expect, test } from 'vitest'
import { z } from 'zod'
import { SettingsUpdate } from './settings.ts'

test.for([
  ['name', ''],
  ['name', '   '],
  ['name', 'x'.repeat(61)],
  ['name', 'Zi\nBoutique'],
  ['tagline', 'x'.repeat(161)],
  ['story', 'x'.repeat(5001)],
  ['story', 'a bell \u0007'],
  ['email', 'hello'],
  ['email', 'hello@shop.example\r\nBcc: eve@evil.example'],
  ['socialUrl', 'javascript:alert(1)'],
  ['socialUrl', 'java\nscript:alert(1)'],
  ['socialUrl', 'https://'],
  ['socialUrl', 'javascript:1'],
  ['socialUrl', 'localhost:3000'],
  ['socialUrl', '@marakeramik'],
  ['socialUrl', 'marakeramik'],
  ['socialUrl', 'https://facebook.com@evil.example/'],
  ['socialUrl', 'ftp://files.example/pots'],
  ['photosUrl', 'mailto:Mara Keramik'],
  ['storyTitle', ' '],
  ['newestTitle', 'x'.repeat(61)],
  ['footerText', 'x'.repeat(10_000)],
  ['contactText', 'a bell \u0007'],
  ['returnsText', 5],
  ['shipDays', { from: 0, to: 2 }],
  ['shipDays', { from: 3, to: 2 }],
  ['shipDays', { from: 1, to: 91 }],
  ['photosUrl', 'data:text/html,hi'],
  ['photosUrl', 'mailto:'],
  ['photosUrl', `https://photos.example/${'x'.repeat(300)}`],
  ['timeZone', 'Mars/Olympus'],
  ['timeZone', '+05:00'],
  ['timeZone', 'CST6CDT; drop table settings'],
  ['tax', -0.01],
  ['tax', 100.01],
  ['tax', 5.555],
  ['tax', '5.5'],
  ['shippingOne', -1],
  ['shippingOne', 3.505],
  ['shippingMore', 1000.01],
  ['lowStock', -1],
  ['lowStock', 2.5],
  ['lowStock', 10_001],
] as const)('%s may not be %j', ([field, value]) => {
  const { error } = SettingsUpdate.safeParse({ [field]: value })
  expect(error?.issues.map(({ path }) => path)).toContainEqual([field])
})

test.for([
  ['name', 'R'],
  ['name', 'Rosa’s Töpferei & Söhne 🌼'],
  ['tagline', ''],
  ['story', ''],
  ['story', 'One.\r\n\r\nTwo, with a\ttab.'],
  ['socialUrl', ''],
  ['socialUrl', 'https://social.example/zi?tab=pots#new'],
  ['photosUrl', 'mailto:photos@shop.example'],
  ['footerText', ''],
  ['thanks', 'شكرا 🌷 <b>Danke</b>'],
  ['shipDays', { from: 1, to: 90 }],
  ['timeZone', 'America/Argentina/Buenos_Aires'],
  ['timeZone', 'UTC'],
  ['lowStock', 0],
] as const)('%s may be %j', ([field, value]) => {
  expect(SettingsUpdate.parse({ [field]: value })).toEqual({ [field]: value })
})

test.for([
  ['facebook.com/marakeramik', 'https://facebook.com/marakeramik'],
  [' www.marakeramik.com ', 'https://www.marakeramik.com'],
  ['http://marakeramik.com', 'https://marakeramik.com'],
  ['mara.example:8080/pots', 'https://mara.example:8080/pots'],
  ['mara@keramik.example', 'mailto:mara@keramik.example'],
] as const)('a link typed as %j is %j', ([typed, link]) => {
  expect(SettingsUpdate.parse({ socialUrl: typed })).toEqual({ socialUrl: link })
  expect(z.encode(SettingsUpdate, { socialUrl: typed })).toEqual({ socialUrl: link })
})

test('line breaks and runs of spaces in a sentence become one space', () => {
  expect(SettingsUpdate.parse({ contactText: ' Ask me.\r\n\r\nI   answer. ' })).toEqual({
    contactText: 'Ask me. I answer.',
  })
})

test.for([
  [0, 0],
  [5.5, 550],
  [8.875, null],
  [8.88, 888],
  [0.07, 7],
  [100, 10_000],
] as const)('a tax of %s percent is %s basis points', ([shown, kept]) => {
  expect(SettingsUpdate.safeParse({ tax: shown }).data?.tax ?? null).toBe(kept)
})
