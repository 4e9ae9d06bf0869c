// The choices of a product in the form and in an edit: the same checks in the browser and on the server.
import { choiceName } from '../choices.ts'
import { CHOICES } from './messages.ts'

export const AXES_MAX = 3
export const CHOICES_MAX = 100
/** How many values an axis can have. */
export const VALUES_MAX = 30
/** Characters of an axis, and of a value. */
export const AXIS_MAX = 40
export const VALUE_MAX = 40

type Issue = { path: string; message: string }
type Valued = { values: string[] }

/** What is wrong with these choices on these axes, as issues of an edit; none of it is about prices or stock. */
export function choiceIssues(axes: readonly string[], choices: readonly Valued[]): Issue[] {
  const names = axes.map(comparable)
  const full = choices.map(({ values }) => comparable(values.join('\n')))
  return [
    ...axes.flatMap((axis, at) =>
      names.indexOf(names[at] ?? '') < at ? [{ path: `axes.${at}`, message: CHOICES.sameAxis(axis) }] : [],
    ),
    ...axes.flatMap((axis, at) =>
      new Set(choices.map(({ values }) => comparable(values[at] ?? ''))).size > VALUES_MAX
        ? [{ path: `axes.${at}`, message: CHOICES.tooManyValues(axis, VALUES_MAX) }]
        : [],
    ),
    ...choices.flatMap(({ values }, at) => {
      const path = `choices.${at}.values`
      if (values.length !== axes.length) return [{ path, message: CHOICES.wrongValues(axes.length) }]
      return full.indexOf(full[at] ?? '') < at ? [{ path, message: CHOICES.twins(choiceName(values)) }] : []
    }),
  ]
}

/** Equal for texts that a shopper reads as the same. */
const comparable = (text: string) => text.normalize('NFC').toLowerCase().trim()

/** The choices with one more axis at its end, on which all have this value. */
export const withAxis = <Choice extends Valued>(choices: readonly Choice[], value: string): Choice[] =>
  choices.map((choice) => ({ ...choice, values: [...choice.values, value] }))

/** The choices without this axis; null when two of them would then be the same. */
export function withoutAxis<Choice extends Valued>(choices: readonly Choice[], axis: number): Choice[] | null {
  const left = choices.map((choice) => ({ ...choice, values: choice.values.filter((_, at) => at !== axis) }))
  const axes = left[0]?.values.map(String) ?? []
  return choiceIssues(
    axes.map((_, at) => String(at)),
    left,
  ).length > 0 ||
    (axes.length === 0 && left.length > 1)
    ? null
    : left
}
