import { type ChangeEvent, type FocusEvent, useEffect, useState } from 'react'
import { answerTo, checkAnswers, YES } from '#contract/answers.ts'
import { BUYER_ANSWER_MAX } from '#contract/defaults.ts'
import { formatDollars } from '#contract/money.ts'
import type { Question } from '#contract/questions.ts'
import { CHOICES } from '../../texts/choices.ts'
import { CheckField, Field, SelectField } from '../../ui/Field.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'

type Answers = Record<string, string>
type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * The shopper's answers to the questions of a product, which a reload of the tab brings back. `answered` are those in
 * order with their prices, `errorOf` says what is wrong with one that was left, `fields` are props of AnswerFields.
 */
export function useAnswers(product: string, questions: readonly Question[] = []) {
  const [answers, setAnswers] = useState<Answers>({})
  const [left, setLeft] = useState<readonly string[]>([])
  useEffect(() => {
    if (questions.length > 0) setAnswers((now) => ({ ...storedAnswers(product), ...now }))
  }, [product, questions.length])
  const { answers: answered, errors } = checkAnswers(questions, answers)
  const answer = (key: string, text: string) => {
    const next = { ...answers, [key]: text }
    setAnswers(next)
    storeAnswers(product, next)
  }
  const leave = (key: string) => setLeft((before) => (before.includes(key) ? before : [...before, key]))
  const errorOf = (key: string) => (left.includes(key) ? errors.find((one) => one.key === key)?.message : undefined)
  return {
    answered,
    /** Whether all answers can be taken; shows the errors of those that cannot. */
    check: () => {
      setLeft(questions.map(({ key }) => key))
      return errors[0]?.key
    },
    fields: { questions, answers, errorOf, onAnswer: answer, onLeave: leave },
  }
}

type Props = ReturnType<typeof useAnswers>['fields']

/** A field for each question of a product. */
export function AnswerFields({ questions, ...fields }: Props) {
  if (questions.length === 0) return null
  return (
    <div className="grid gap-4">
      {questions.map((question) => (
        <AnswerField key={question.key} question={question} {...fields} />
      ))}
    </div>
  )
}

function AnswerField({
  question,
  answers,
  errorOf,
  onAnswer,
  onLeave,
}: Omit<Props, 'questions'> & { question: Question }) {
  const { key, kind, required, max = BUYER_ANSWER_MAX, lines = 1, options = [] } = question
  const value = answerTo(key, answers)
  const error = errorOf(key)
  const field = {
    label: labelOf(question),
    hint: hintOf(question, value),
    ...(error && { error }),
    id: answerFieldId(key),
    name: `answer-${key}`,
    value,
    required,
    onBlur: ({ target }: FocusEvent<Input>) => target.value && onLeave(key),
    onChange: ({ target }: ChangeEvent<Input>) => onAnswer(key, target.value),
  }
  if (kind === 'yes')
    return (
      <CheckField
        label={field.label}
        hint={field.hint}
        name={field.name}
        value={YES}
        required={required}
        checked={value === YES}
        onChange={({ target }) => onAnswer(key, target.checked ? YES : '')}
      />
    )
  if (kind === 'choice')
    return (
      <SelectField {...field}>
        <option value="">{required ? CHOICES.choose : CHOICES.none}</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </SelectField>
    )
  // A shopper may type too many characters and shorten them: a name that is cut off unseen would be engraved like that.
  return lines > 1 ? (
    <TextAreaField {...field} rows={lines} />
  ) : (
    <Field {...field} maxLength={max * 4} autoComplete="off" />
  )
}

export const answerFieldId = (key: string) => `answer-${key}`

const labelOf = ({ label, price = 0, required }: Question) =>
  [label, price > 0 && `(+${formatDollars(price)})`, !required && CHOICES.optional].filter(Boolean).join(' ')

function hintOf({ hint = '', kind, max = BUYER_ANSWER_MAX }: Question, value: string) {
  if (kind !== 'text') return hint
  return [hint, value && CHOICES.lettersUsed([...value].length, max)].filter(Boolean).join(' ')
}

const storageKey = (product: string) => `answers-${product}`

function storedAnswers(product: string): Answers {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey(product)) ?? '{}') as object
    return Object.fromEntries(Object.entries(stored).filter(([, answer]) => typeof answer === 'string'))
  } catch {
    return {}
  }
}

function storeAnswers(product: string, answers: Answers) {
  try {
    sessionStorage.setItem(storageKey(product), JSON.stringify(answers))
  } catch {
    // Storage is off or full: a reload forgets them.
  }
}
