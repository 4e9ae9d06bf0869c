// Counts the names that are a bare past participle, such as `found` or `shown`: they say what happened to a value, and
// not what it is. `npm run lab -- measure` prints their share, and a test keeps it low.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type Expression, type ParamPattern, type PropertyKey, parseSync, Visitor } from 'oxc-parser'

type Pattern = ParamPattern | Expression | null | undefined

/** The names of a part of the code, and those of them that are bare participles. */
export type NameCount = { folder: string; names: number; participles: string[] }

/** Participles without -ed, and two adjectives that say as little. */
const IRREGULAR_PATTERN =
  /^(un|re|mis|over|out|fore)?(beaten|begun|bent|bitten|blown|born|bought|broken|brought|built|caught|chosen|dealt|done|drawn|driven|drunk|eaten|fallen|felt|flown|forgotten|found|fought|frozen|given|gone|grown|heard|held|hidden|hung|kept|known|laid|led|left|lent|lost|made|meant|met|own|paid|proven|read|ridden|risen|said|seen|sent|shaken|shown|slept|sold|sought|spent|spoken|spun|stolen|struck|stuck|sung|swept|sworn|taken|taught|thought|thrown|told|torn|whole|woken|won|worn|written)$/i
const REGULAR_PATTERN = /^[a-z]+ed$/i
const NO_PARTICIPLE_PATTERN = /^(bed|deed|embed|exceed|feed|hundred|need|proceed|red|seed|shed|speed|succeed|weed)$/i
const ONE_WORD_PATTERN = /^([A-Za-z]?[a-z]+|[A-Z]+)$/

/** Files whose keys are fields of the API and columns: a property of a type may repeat their names. */
const FIELDS_PATTERN = /^contract\/|\/(contract|schema)(\.ts$|\/)/

const isFunction = (node: { type: string } | null | undefined) =>
  node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression' || node?.type === 'TSFunctionType'

/** Whether a name is nothing but a past participle. `read` is also a verb, and as such the good name of a function. */
export const isBareParticiple = (name: string, isCallable = false) =>
  ONE_WORD_PATTERN.test(name) &&
  (IRREGULAR_PATTERN.test(name) || (REGULAR_PATTERN.test(name) && !NO_PARTICIPLE_PATTERN.test(name))) &&
  !(isCallable && name === 'read')

/**
 * The names that a source declares: of variables, parameters, functions, classes, types and their properties, with
 * whether it is that of a function. A key of an object is no such name: it may be a column or a field of the API. Nor is
 * a name that a pattern takes over from a property.
 */
export function declaredNames(file: string, source: string) {
  const names: { name: string; isCallable: boolean; isField: boolean }[] = []
  const add = (name: string, isCallable = false, isField = false) => names.push({ name, isCallable, isField })
  const addPattern = (pattern: Pattern, isCallable = false): void => {
    if (pattern?.type === 'Identifier')
      add(
        pattern.name,
        isCallable || isFunction('typeAnnotation' in pattern ? pattern.typeAnnotation?.typeAnnotation : null),
      )
    else if (pattern?.type === 'AssignmentPattern') addPattern(pattern.left, isFunction(pattern.right))
    else if (pattern?.type === 'RestElement') addPattern(pattern.argument)
    else if (pattern?.type === 'ArrayPattern') for (const element of pattern.elements) addPattern(element)
    else if (pattern?.type === 'ObjectPattern')
      for (const property of pattern.properties) {
        if (property.type === 'RestElement') addPattern(property.argument)
        else if (!property.shorthand) addPattern(property.value)
      }
  }
  const addProperty = (key: PropertyKey, isCallable: boolean) => {
    if (key.type === 'Identifier') add(key.name, isCallable, true)
  }
  const addFunction = ({ id, params }: { id?: { name: string } | null; params: ParamPattern[] }) => {
    if (id) add(id.name, true)
    for (const param of params) addPattern(param)
  }
  const addType = ({ id }: { id?: { name: string } | null }) => void (id && add(id.name))
  new Visitor({
    VariableDeclarator: ({ id, init }) => addPattern(id, isFunction(init)),
    CatchClause: ({ param }) => addPattern(param),
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addFunction,
    ClassDeclaration: addType,
    TSTypeAliasDeclaration: addType,
    TSInterfaceDeclaration: addType,
    TSPropertySignature: ({ key, typeAnnotation }) => addProperty(key, isFunction(typeAnnotation?.typeAnnotation)),
    TSMethodSignature: ({ key }) => addProperty(key, true),
    PropertyDefinition: ({ key }) => addProperty(key, false),
    MethodDefinition: ({ key }) => addProperty(key, true),
  }).visit(parseSync(file, source).program)
  return names
}

/** The names of all TypeScript files in git, by folder, those with the most bare participles first. */
export function nameCounts(): NameCount[] {
  const paths = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\n')
  const files = paths.filter((path) => path && !path.endsWith('.d.ts'))
  const sources = files.map((file) => [file, readFileSync(file, 'utf8')] as const)
  const fields = new Set(sources.flatMap(([file, source]) => (FIELDS_PATTERN.test(file) ? keysIn(file, source) : [])))
  const counts = new Map<string, NameCount>()
  for (const [file, source] of sources) {
    const folder = file.split('/').slice(0, -1).slice(0, 2).join('/')
    const count = counts.get(folder) ?? { folder, names: 0, participles: [] }
    counts.set(folder, count)
    for (const { name, isCallable, isField } of declaredNames(file, source)) {
      count.names++
      if (isBareParticiple(name, isCallable) && !(isField && fields.has(name))) count.participles.push(name)
    }
  }
  return [...counts.values()].toSorted((one, other) => other.participles.length - one.participles.length)
}

function keysIn(file: string, source: string): string[] {
  const keys: string[] = []
  new Visitor({
    Property: ({ key }) => void (key.type === 'Identifier' && keys.push(key.name)),
  }).visit(parseSync(file, source).program)
  return keys
}
