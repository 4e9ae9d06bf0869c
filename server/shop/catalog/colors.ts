// What a maker calls a color, and the plain colors that a shopper looks for: `sapphire` is a blue.
import { COLORS, type Color } from '#contract/filters.ts'

const WORDS: Record<Color, string> = {
  red: 'red crimson scarlet ruby cherry brick burgundy maroon garnet',
  pink: 'pink rose blush coral fuchsia magenta salmon raspberry',
  orange: 'orange coral peach apricot terracotta rust copper amber pumpkin tangerine',
  yellow: 'yellow honey mustard lemon ochre sunflower saffron',
  green: 'green sage moss forest emerald olive mint jade teal fern lime',
  blue: 'blue navy sapphire teal turquoise aqua indigo cobalt denim azure cyan',
  purple: 'purple plum lavender lilac violet mauve amethyst aubergine mulberry',
  brown: 'brown walnut tan saddle maple oak chestnut chocolate coffee mahogany zebrawood wood terracotta caramel',
  cream: 'cream oat oatmeal ivory beige sand champagne ecru vanilla linen',
  white: 'white pearl snow porcelain',
  gray: 'gray grey charcoal slate stone ash graphite pewter',
  black: 'black ebony onyx jet',
  gold: 'gold golden brass',
  silver: 'silver chrome steel platinum',
  rainbow: 'rainbow multicolor multicolour multicolored multicoloured multi colorful colourful',
}

/** Words that mean a plain color, wherever somebody types them. */
const SYNONYMS = new Map<string, Color>([
  ...COLORS.map((color) => [color, color] as const),
  ['grey', 'gray'],
  ['violet', 'purple'],
  ['beige', 'cream'],
  ...WORDS.rainbow.split(' ').map((word) => [word, 'rainbow'] as const),
])

const MIN_TYPO_LENGTH = 5

/** Color words that belong to a filter color, which may be misspelled (`yelow`); undefined when it is not a color. */
export function colorWords(word: string): string[] | undefined {
  const color =
    SYNONYMS.get(word) ?? (word.length < MIN_TYPO_LENGTH ? undefined : COLORS.find((name) => isTypo(word, name)))
  return color && WORDS[color].split(' ')
}

const COLORS_OF = Map.groupBy(
  COLORS.flatMap((color) => WORDS[color].split(' ').map((word) => ({ word, color }))),
  ({ word }) => word,
)

/** Filter colors of a product whose color the admin wrote as `text`. */
export function filterColors(text: string): Set<Color> {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  return new Set(words.flatMap((word) => COLORS_OF.get(word)?.map(({ color }) => color) ?? []))
}

/** Whether the words differ by one letter added, removed or changed, or by two letters swapped. */
function isTypo(typedWord: string, colorWord: string) {
  const lessMeant = oneLess(colorWord)
  return oneLess(typedWord).some((word) => lessMeant.includes(word))
}

const oneLess = (word: string) => [word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))]
