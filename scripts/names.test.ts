import { expect, test } from 'vitest'
import { declaredNames, isBareParticiple, nameCounts } from './names.ts'

const SOURCE = `type Found = { shown: number; read(): void }
function asked(given: string, { sent, kept: held }: Options, ...left: string[]) {
  const [known, { made = 1 }] = [1, { made: 2 }]
  const read = () => ({ paid: true })
}`

test('a name counts where it is declared: not as a key, and not where a pattern takes it over', () => {
  expect(declaredNames('a.ts', SOURCE).map(({ name }) => name)).toEqual([
    ...['Found', 'shown', 'read', 'asked', 'given', 'held', 'left', 'known', 'read'],
  ])
})

test.for([
  ['found', true],
  ['unsold', true],
  ['REFUSED', true],
  ['Given', true],
  ['whole', true],
  ['read', true],
  ['seed', false],
  ['outcome', false],
  ['foundRows', false],
  ['READ_ONLY', false],
] as const)('%s is a bare participle: %s', ([name, isOne]) => expect(isBareParticiple(name)).toBe(isOne))

test('a function that reads may be called so', () => {
  expect(isBareParticiple('read', true)).toBe(false)
  expect(isBareParticiple('shown', true)).toBe(true)
})

test('of all names under 2 % are a bare participle', () => {
  const counts = nameCounts()
  const worst = counts.slice(0, 5).map(({ folder, participles }) => `${folder}: ${participles.length}`)
  const participles = counts.reduce((sum, count) => sum + count.participles.length, 0)
  const names = counts.reduce((sum, count) => sum + count.names, 0)
  expect(participles / names, `Rename these first: ${worst.join(', ')}`).toBeLessThan(0.02)
})
