import { type ChangeEvent, type FocusEvent, useState } from 'react'
import { answerTo, charactersOf, checkAnswers, YES } from '#contract/answers.ts'
import { answerField } from '#contract/buy-fields.ts'
import { BUYER_ANSWER_MAX } from '#contract/defaults.ts'
import { formatDollars } from '#contract/money.ts'
import type { Answers, Question } from '#contract/questions.ts'
import { addStoredAnswers, storedAnswers } from '#web/lib/stored-answers.ts'
import { CHOICES } from '#web/texts/choices.ts'
import { CheckField, Field, SelectField } from '#web/ui/Field.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * The shopper's answers to the questions of a product, which a reload of the tab brings back. `answered` are those in
 * order with their prices, `begin` takes those that were entered before the script loaded, `fields` are props of
 * AnswerFields.
 */
export function useAnswers(product: string, questions: readonly Question[] = []) {
  const [answers, setAnswers] = useState<Answers>({})
  const [leftFields, setLeftFields] = useState<readonly string[]>([])
  const { answers: checkedAnswers, errors } = checkAnswers(questions, answers)
  const answer = (newAnswers: Answers) => {
    setAnswers((before) => ({ ...before, ...newAnswers }))
    addStoredAnswers(product, newAnswers)
  }
  const leave = (key: string) => setLeftFields((before) => (before.includes(key) ? before : [...before, key]))
  const errorOf = (key: string) =>
    leftFields.includes(key) ? errors.find((one) => one.key === key)?.message : undefined
  return {
    answered: checkedAnswers,
    begin: (early: Answers) => questions.length > 0 && answer({ ...storedAnswers(product, questions), ...early }),
    /** The key of the first question whose answer cannot be taken; shows the errors of all of them. */
    check: () => {
      setLeftFields(questions.map(({ key }) => key))
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
  const { key, kind, required, lines = 1, options = [] } = question
  const value = answerTo(key, answers)
  const error = errorOf(key)
  const field = {
    label: labelOf(question),
    hint: hintOf(question, value),
    ...(error && { error }),
    id: answerField(key),
    name: answerField(key),
    value,
    required,
    onBlur: ({ target }: FocusEvent<Input>) => target.value && onLeave(key),
    onChange: ({ target }: ChangeEvent<Input>) => onAnswer({ [key]: target.value }),
  }
  if (kind === 'yes')
    return (
      <CheckField
        label={field.label}
        hint={field.hint}
        id={field.id}
        name={field.name}
        value={YES}
        required={required}
        checked={value === YES}
        onChange={({ target }) => onAnswer({ [key]: target.checked ? YES : '' })}
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
  // Without maxLength: a name that is pasted and cut off unseen would be engraved like that.
  return lines > 1 ? <TextAreaField {...field} rows={lines} /> : <Field {...field} autoComplete="off" />
}

const labelOf = ({ label, price = 0, required }: Question) =>
  [price > 0 ? `${label}, +${formatDollars(price)}` : label, !required && CHOICES.optional].filter(Boolean).join(' ')

function hintOf({ hint = '', kind, max = BUYER_ANSWER_MAX }: Question, value: string) {
  if (kind !== 'text') return hint
  return [hint, value ? CHOICES.lettersUsed(charactersOf(value), max) : CHOICES.upTo(max)].filter(Boolean).join(' ')
}
