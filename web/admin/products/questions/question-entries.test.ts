import { expect, test } from 'vitest'
import type { Question } from '#contract/questions.ts'
import { newQuestion, questionEntriesOf, questionsOf } from './question-entries.ts'

test('questions of every kind come back from the form as they went in', () => {
  const questions: Question[] = [
    { key: 'name', label: 'Name', kind: 'text', required: true, max: 12, lines: 2, letters: 'latin', price: 500 },
    { key: 'wood', label: 'Wood', hint: 'Of the lid', kind: 'choice', required: false, options: ['Oak', 'Ash'] },
    { key: 'bag', label: 'In a bag', kind: 'yes', required: false, price: 250 },
  ]
  const inDollars = questions.map((question) =>
    question.price ? { ...question, price: question.price / 100 } : question,
  )
  expect(questionsOf(questionEntriesOf(questions))).toEqual(inDollars)
})

test('what is empty is left out, and limits of a text only stay with a text', () => {
  const typed = { ...newQuestion(), label: 'Name', max: '12', options: 'Oak\n\n Ash ' }
  const { key } = typed
  expect(questionsOf([typed])).toEqual([{ key, label: 'Name', kind: 'text', required: false, max: 12 }])
  expect(questionsOf([{ ...typed, kind: 'choice' }])).toEqual([
    { key, label: 'Name', kind: 'choice', required: false, options: ['Oak', 'Ash'] },
  ])
})

test('numbers that cannot be read are NaN', () =>
  expect(questionsOf([{ ...newQuestion(), price: 'five', max: 'twelve' }])).toEqual([
    expect.objectContaining({ price: Number.NaN, max: Number.NaN }),
  ]))
