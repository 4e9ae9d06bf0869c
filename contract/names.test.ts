import { expect, test } from 'vitest'
import { greetingName, nameParts } from './names.ts'

test.for([
  ['Jane Doe', 'Jane'],
  ['  Jane   van der Doe ', 'Jane'],
  ['Jane', 'Jane'],
  ['Jo Li', 'Jo'],
  ['Anne-Marie O’Neil', 'Anne-Marie'],
  ["D'Arcy Wu", "D'Arcy"],
  ['Zoë Müller', 'Zoë'],
  ['Zoe\u0308 Mu\u0308ller', 'Zoe\u0308'],
  ['Ольга Иванова', 'Ольга'],
  ['Ελένη Παππά', 'Ελένη'],
  // First the family's name, or only half of the given one.
  ['山田 太郎', '山田 太郎'],
  ['김 철수', '김 철수'],
  ['李小龍', '李小龍'],
  ['عبد الرحمن', 'عبد الرحمن'],
  // The first word is no name.
  ['Mrs. Robinson', 'Mrs. Robinson'],
  ['Dr Jane Doe', 'Dr Jane Doe'],
  ['J. Doe', 'J. Doe'],
  ['J Doe', 'J Doe'],
  ['Doe, Jane', 'Doe, Jane'],
  ['4 Seasons Ltd', '4 Seasons Ltd'],
  ['', ''],
  [' \t', ''],
] as const)('“%s” is greeted as “%s”', ([name, greeting]) => {
  expect(greetingName(name)).toBe(greeting)
})

test.for([
  ['Jane Doe', 'Jane', 'Doe'],
  [' Jane  van der  Doe ', 'Jane', 'van der Doe'],
  ['Jane', 'Jane', ''],
  ['', '', ''],
] as const)('the card form reads “%s” as given name “%s” and family name “%s”', ([name, givenName, familyName]) => {
  expect(nameParts(name)).toEqual({ givenName, familyName })
})
