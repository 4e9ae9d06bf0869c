import { caniemail } from 'caniemail'
import { expect, test } from 'vitest'
import { kinds, messageOf } from '#app/testing/all-messages.ts'

/** Those of the large mail programs of which the data of caniemail.com know every feature below. */
const PROGRAMS = [
  'gmail.desktop-webmail',
  'gmail.android',
  'apple-mail.macos',
  'apple-mail.ios',
  'outlook.windows',
  'outlook.ios',
  'outlook.android',
  'yahoo.desktop-webmail',
] as const

/** What some of them do not know, and how a message looks there. */
const UNKNOWN_TO_SOME: Record<string, string> = {
  '@media': 'As in a wide, light window: the table is as wide as the screen in any case.',
  'aria-hidden attribute': 'A reader is told two letters of the name.',
  'border-radius': 'With square corners.',
  'color-scheme CSS property': 'The program chooses the colors of the dark itself.',
  'color-scheme meta tag': 'The program chooses the colors of the dark itself.',
  'height property': 'As high as what is in it.',
  'max-height property': 'The hidden preview is not displayed.',
  overflow: 'The hidden preview has no height and is not displayed either.',
  'overflow-wrap': 'Long words break by word-wrap.',
  'table-layout': 'A long word widens the table.',
  'white-space': 'The name of a shop beside its logo may break.',
  'word-wrap': 'A long word goes beyond the card.',
}

test('a message uses nothing that a large mail program does not know, but for what it can do without', () => {
  const unknown = new Set<string>()
  for (const kind of kinds) {
    const { issues } = caniemail({ clients: [...PROGRAMS], html: messageOf(kind).html })
    for (const { title } of [...issues.errors.values()].flat()) unknown.add(title)
  }
  expect([...unknown].sort()).toEqual(Object.keys(UNKNOWN_TO_SOME))
})
