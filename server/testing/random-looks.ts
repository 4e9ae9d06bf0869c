import fc from 'fast-check'
import type { Look } from '#contract/admin/look.ts'
import { FONT_PAIRS, HOME_SECTIONS } from '#contract/look-choices.ts'
import { nearestBackground, paletteOf } from '#server/shop/look/palette.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

/** Any two colors that the shop accepts: where nothing is readable on the background, the one that it proposes. */
const colors = fc
  .record({ accent: color, background: color })
  .map(({ accent, background }) =>
    paletteOf({ accent, background })
      ? { accent, background }
      : { accent, background: nearestBackground({ accent, background }) },
  )

/** What a look chooses from: colors, typefaces, the mark, and the sections of the home page in any order. */
type Choices = Pick<Look, 'accent' | 'background' | 'fonts' | 'mark' | 'home'>

const choices: fc.Arbitrary<Choices> = fc
  .record({
    colors,
    fonts: fc.constantFrom(...FONT_PAIRS),
    mark: fc.constantFrom<Look['mark']>({ kind: 'flower' }, { kind: 'monogram', letters: 'Q' }),
    home: fc.shuffledSubarray([...HOME_SECTIONS]),
  })
  .map(({ colors, ...others }) => ({ ...colors, ...others }))

const SEED = 20_261_122

/** That many looks at random, the same ones in every run. */
export const randomLooks = (count: number): Choices[] => fc.sample(fc.noBias(choices), { seed: SEED, numRuns: count })
