import { expect, test } from 'vitest'
import { checkAnswers } from './answers.ts'
import { type Answers, Question } from './questions.ts'

const text = { key: 'name', label: 'Name', kind: 'text', required: false } as const

/** The errors on this answer to the question. */
const errorsOn = (question: Partial<Question>, name: string) =>
  checkAnswers([{ ...text, ...question }], { name }).errors.map(({ message }) => message)

test.for<[name: string, question: Partial<Question>, answer: string, error: string | undefined]>([
  ['nothing', {}, '', undefined],
  ['nothing to a required one', { required: true }, ' \n ', 'Please answer: Name'],
  ['as many characters as allowed', { max: 3 }, 'Zoë', undefined],
  ['too many', { max: 3 }, 'Zoës', 'Name: use 3 characters or fewer (now 4).'],
  ['a letter with its accent apart counts as one', { max: 3 }, 'Zoe\u0308', undefined],
  ['a family of emoji counts as one', { max: 1, emoji: true }, '👩‍👩‍👧', undefined],
  ['an emoji', {}, 'Zoë 🌻', 'Name: emoji cannot be made.'],
  ['a heart of two code points', {}, '❤️', 'Name: emoji cannot be made.'],
  ['a flag', {}, '🇫🇷', 'Name: emoji cannot be made.'],
  ['two lines where one is asked for', {}, 'Zoë\nand Ann', 'Name: at most 1 line.'],
  ['two lines of Windows', { lines: 2 }, 'Zoë\r\nand Ann', undefined],
  ['three lines', { lines: 2 }, 'a\nb\nc', 'Name: at most 2 lines.'],
  ['a tab', {}, 'Zoë\tAnn', 'Name: remove the characters that cannot be displayed.'],
  ['a NUL', {}, 'Zoë\0Ann', 'Name: remove the characters that cannot be displayed.'],
  ['a mark that turns the direction', {}, 'Zoë\u202egnp.exe', 'Name: remove the characters that cannot be displayed.'],
  ['half an emoji', { emoji: true }, 'Zoë \ud83d', 'Name: remove the characters that cannot be displayed.'],
  ['a pile of accents', {}, `Z${'\u0301'.repeat(40)}`, 'Name: remove the characters that cannot be displayed.'],
  ['ten thousand letters', { max: 250 }, 'a'.repeat(10_000), 'Name: use 250 characters or fewer (now 10000).'],
  ['markup is a text like others', {}, '<b>=cmd()</b>', undefined],
  ['another alphabet', {}, 'Зоя', undefined],
  ['another alphabet where it cannot be made', { letters: 'latin' }, 'Зоя', 'Name: use letters of the Latin alphabet.'],
  ['Latin letters', { letters: 'latin' }, 'Zoë & Ånn, 2026!', undefined],
  ['capitals', { letters: 'A-Z0-9' }, 'ZOE 26', undefined],
  ['small letters', { letters: 'A-Z0-9' }, 'Zoe', 'Name: use capital letters and digits.'],
  ['an option', { kind: 'choice', options: ['Oak', 'Ash'] }, 'Ash', undefined],
  ['no option', { kind: 'choice', options: ['Oak', 'Ash'] }, 'Elm', 'Choose one of the options: Name'],
  ['a tick', { kind: 'yes' }, 'yes', undefined],
  ['no tick', { kind: 'yes' }, 'on', 'Tick the box or leave it empty: Name'],
])('an answer is checked: %s', ([, question, answer, error]) => {
  expect(errorsOn(question, answer)).toEqual(error ? [error] : [])
})

test('equal answers give an equal list, whatever their order, their spaces and their bytes', () => {
  const questions: Question[] = [
    { ...text, price: 500 },
    { key: 'wood', label: 'Wood', kind: 'choice', required: true, options: ['Oak'] },
  ]
  const listed = (given: Answers) => checkAnswers(questions, given)
  expect(listed({ wood: 'Oak', name: ' Zoe\u0308 ', colour: 'red' })).toEqual({
    answers: [
      { key: 'name', label: 'Name', answer: 'Zoë', price: 500 },
      { key: 'wood', label: 'Wood', answer: 'Oak', price: 0 },
    ],
    errors: [],
  })
  expect(listed({ name: 'Zoë', wood: 'Oak' })).toEqual(listed({ wood: 'Oak', name: ' Zoe\u0308 ', colour: 'red' }))
  expect(listed({ name: '', wood: 'Oak' }).answers).toHaveLength(1)
})

test('a question may have the key of a property that every object has', () => {
  const asked = [{ ...text, key: 'constructor' }]
  expect(checkAnswers(asked, {})).toEqual({ answers: [], errors: [] })
  expect(checkAnswers(asked, { constructor: 'Zoë' }).answers).toMatchObject([{ key: 'constructor', answer: 'Zoë' }])
})

test.for<[fault: string, question: object]>([
  ['a choice without options', { ...text, kind: 'choice' }],
  ['options of a text', { ...text, options: ['Oak'] }],
  ['more than 250 characters', { ...text, max: 251 }],
  ['a key with spaces', { ...text, key: 'a b' }],
  ['no label', { ...text, label: ' ' }],
])('a question is refused: %s', ([, question]) => {
  expect(Question.safeParse(question).success).toBe(false)
})
