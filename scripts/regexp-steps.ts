// Counts the steps of a backtracking search for a regular expression, as V8 does it: a figure that no other work on the
// machine changes.
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'

type Step =
  | { op: 'read'; accepts(character: string): boolean; by: 1 | -1 }
  | { op: 'split'; first: number; second: number }
  | { op: 'jump'; to: number }
  | { op: 'assert'; holds(text: string, at: number): boolean }
  | { op: 'look'; program: Step[]; negate: boolean }
  | { op: 'note'; place: number }
  | { op: 'moved'; place: number }
  | { op: 'again'; from: number; to: number }
  | { op: 'match' }

/**
 * Feeds hostile texts of that many characters to an expression. Answers the steps of the
 * worst, at most `limit`, and how it begins. */
export function worstSteps({ source, flags }: RegExp, length: number, limit: number): { steps: number; text: string } {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  })
  const program = compile(pattern, flags)
  const texts = hostileTexts(pattern, flags)
  let worst = { steps: 0, make: (_length: number) => '' }
  for (const make of texts) {
    const steps = stepsOf(program, make(TRIES), MOST_TRIED)
    if (steps > worst.steps) worst = { steps, make }
    if (steps === MOST_TRIED) break
  }
  return { steps: stepsOf(program, worst.make(length), limit), text: worst.make(12) }
}

/** Each text is tried with so many characters first, and only the worst at full length. */
const TRIES = 200
const MOST_TRIED = 200 * TRIES

/** The steps of finding all matches in a text, at most `limit`. */
function stepsOf(program: Step[], text: string, limit: number) {
  const count = { steps: 0, limit }
  for (let at = 0; at <= text.length && count.steps < limit; ) {
    const end = matchedAt(program, text, at, count)
    at = end !== null && end > at ? end : at + 1
  }
  return Math.min(count.steps, limit)
}

type Count = { steps: number; limit: number }

/** Where a match that begins at a place ends; null without one, or when the limit is reached. */
function matchedAt(program: Step[], text: string, from: number, count: Count): number | null {
  const waiting: { next: number; at: number; places: number[] }[] = []
  let [next, at, places]: [number, number, number[]] = [0, from, []]
  while (count.steps++ < count.limit) {
    const step = program[next] as Step
    let goesOn = true
    next++
    if (step.op === 'match') return at
    if (step.op === 'split') {
      waiting.push({ next: step.second, at, places })
      next = step.first
    } else if (step.op === 'jump') next = step.to
    else if (step.op === 'note') places = Object.assign([...places], { [step.place]: at })
    else if (step.op === 'moved') goesOn = places[step.place] !== at
    else if (step.op === 'again') {
      const stepText = text.slice(places[step.from], places[step.to])
      goesOn = text.startsWith(stepText, at)
      at += stepText.length
    } else if (step.op === 'assert') goesOn = step.holds(text, at)
    else if (step.op === 'look') goesOn = (matchedAt(step.program, text, at, count) === null) === step.negate
    else {
      const character = text[step.by === 1 ? at : at - 1]
      goesOn = character !== undefined && step.accepts(character)
      at += step.by
    }
    if (goesOn) continue
    const earlier = waiting.pop()
    if (!earlier) return null
    ;({ next, at, places } = earlier)
  }
  return null
}

/** Instructions for an expression. A lookbehind reads backward. */
function compile(pattern: AST.Pattern, flags: string): Step[] {
  const same = flags.replaceAll(/[^iusv]/g, '')
  let places = 0
  const groups = new Map<AST.CapturingGroup, { from: number; to: number }>()
  const readOf = ({ raw }: { raw: string }, by: 1 | -1): Step => {
    const one = new RegExp(`^(?:${raw})$`, same)
    const answers = new Map<string, boolean>()
    const accepts = (character: string) => {
      const answer = answers.get(character) ?? one.test(character)
      answers.set(character, answer)
      return answer
    }
    return { op: 'read', accepts, by }
  }
  const either = (alternatives: AST.Alternative[], program: Step[], by: 1 | -1) => {
    const jumps: { op: 'jump'; to: number }[] = []
    for (const [at, { elements }] of alternatives.entries()) {
      const split = { op: 'split' as const, first: program.length + 1, second: 0 }
      const isLast = at === alternatives.length - 1
      if (!isLast) program.push(split)
      for (const element of by === 1 ? elements : elements.toReversed()) add(element, program, by)
      if (isLast) continue
      const jump = { op: 'jump' as const, to: 0 }
      jumps.push(jump)
      program.push(jump)
      split.second = program.length
    }
    for (const jump of jumps) jump.to = program.length
  }
  const split = (program: Step[], greedy: boolean) => {
    const splitStep = { op: 'split' as const, first: program.length + 1, second: program.length + 1 }
    program.push(splitStep)
    return (end: number) => void Object.assign(splitStep, greedy ? { second: end } : { first: end })
  }
  const repeat = ({ element, min, max, greedy }: AST.Quantifier, program: Step[], by: 1 | -1) => {
    for (let count = 0; count < min; count++) add(element, program, by)
    if (max === Number.POSITIVE_INFINITY) {
      const start = program.length
      const leave = split(program, greedy)
      // A round that reads nothing ends the loop.
      const place = 'alternatives' in element ? places++ : null
      if (place !== null) program.push({ op: 'note', place })
      add(element, program, by)
      if (place !== null) program.push({ op: 'moved', place })
      program.push({ op: 'jump', to: start })
      return leave(program.length)
    }
    const leaves = Array.from({ length: max - min }, () => {
      const leave = split(program, greedy)
      add(element, program, by)
      return leave
    })
    for (const leave of leaves) leave(program.length)
  }
  const add = (element: AST.Element, program: Step[], by: 1 | -1) => {
    switch (element.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass':
        return void program.push(readOf(element, by))
      case 'CapturingGroup': {
        if (element.references.length === 0) return either(element.alternatives, program, by)
        const group = { from: places++, to: places++ }
        groups.set(element, group)
        program.push({ op: 'note', place: group.from })
        either(element.alternatives, program, by)
        return void program.push({ op: 'note', place: group.to })
      }
      case 'Backreference': {
        const group = groups.get([element.resolved].flat()[0] as AST.CapturingGroup)
        return void (group && program.push({ op: 'again', ...group }))
      }
      case 'Group':
        return either(element.alternatives, program, by)
      case 'Quantifier':
        return repeat(element, program, by)
      case 'Assertion': {
        if (element.kind === 'lookahead' || element.kind === 'lookbehind') {
          const inner: Step[] = []
          either(element.alternatives, inner, element.kind === 'lookahead' ? 1 : -1)
          inner.push({ op: 'match' })
          return void program.push({ op: 'look', program: inner, negate: element.negate })
        }
        const here = new RegExp(element.raw, `${flags.replaceAll(/[gyd]/g, '')}y`)
        const holds = (text: string, at: number) => {
          here.lastIndex = at
          return here.test(text)
        }
        return void program.push({ op: 'assert', holds })
      }
      default:
        throw new Error(`${(element as AST.Element).raw} is not counted.`)
    }
  }
  const program: Step[] = []
  either(pattern.alternatives, program, 1)
  return [...program, { op: 'match' }]
}

/** Characters that an expression may treat in different ways. */
const PROBES = [...'aZ0 \t\n-_.,;:"\'<>&/@=+(é']

/** Makers of texts of any length: what an expression accepts, or begins to accept, again and again. */
function hostileTexts(pattern: AST.Pattern, flags: string): ((length: number) => string)[] {
  const characters = new Set<string>()
  const same = flags.replaceAll(/[^iusv]/g, '')
  const acceptedBy = ({ raw }: { raw: string }) => PROBES.filter((one) => new RegExp(`^(?:${raw})$`, same).test(one))
  const addSome = (node: { raw: string }) => {
    for (const one of acceptedBy(node).slice(0, 3)) characters.add(one)
  }
  visitRegExpAST(pattern, {
    onCharacterEnter: ({ value }) => void characters.add(String.fromCodePoint(value)),
    onCharacterSetEnter: addSome,
    onCharacterClassEnter: addSome,
  })
  const sample = (element: AST.Element): string => {
    switch (element.type) {
      case 'Character':
        return String.fromCodePoint(element.value)
      case 'CharacterSet':
      case 'CharacterClass':
        return acceptedBy(element)[0] ?? ''
      case 'Group':
      case 'CapturingGroup':
        return (element.alternatives[0]?.elements ?? []).map(sample).join('')
      case 'Quantifier':
        return sample(element.element).repeat(Math.max(1, Math.min(element.min, 50)))
      default:
        return ''
    }
  }
  const some = [...characters].slice(0, 8)
  const wholes = pattern.alternatives.map(({ elements }) => elements.map(sample).join(''))
  const starts = new Set(
    wholes.flatMap((wholeText) =>
      Array.from({ length: Math.min(wholeText.length, 20) }, (_, at) => wholeText.slice(0, at + 1)),
    ),
  )
  const parts = new Set([...some, ...some.flatMap((one) => some.map((other) => one + other)), ...starts])
  const builders: ((length: number) => string)[] = []
  for (const part of parts)
    for (const end of ['', '\u0001'])
      builders.push((length) => part.repeat(Math.max(1, Math.floor((length - end.length) / part.length))) + end)
  for (const start of starts)
    for (const one of some)
      builders.push((length) => `${start}${one.repeat(Math.max(1, length - start.length - 1))}\u0001`)
  return builders
}
