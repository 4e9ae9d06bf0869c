import type { ChangeEvent } from 'react'
import { QUESTIONS_MAX } from '#contract/questions.ts'
import { Disclosure } from '#web/admin/lib/Disclosure.tsx'
import { QUESTION_FORM } from '#web/texts/admin-products.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, Field, SelectField } from '#web/ui/Field.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import type { Entries, Errors } from '../entries.ts'
import { newQuestion, type QuestionEntry } from './question-entries.ts'

type Props = { asks: QuestionEntry[]; errors: Errors; onChange(some: Partial<Entries>): void }

/** The questions to the buyer of a product: closed for a piece without any. */
export function QuestionEditor({ asks, errors, onChange }: Props) {
  const change = (key: string, some: Partial<QuestionEntry>) =>
    onChange({ asks: asks.map((question) => (question.key === key ? { ...question, ...some } : question)) })
  return (
    <Disclosure title={QUESTION_FORM.title} about={QUESTION_FORM.about} isOpen={asks.length > 0}>
      <div className="grid gap-4 pt-4">
        {asks.map((question, place) => (
          <QuestionFields
            key={question.key}
            question={question}
            errorOf={(field) => {
              const error = errors[`asks.${place}.${field}`]
              return error ? { error } : {}
            }}
            onChange={(some) => change(question.key, some)}
            onRemove={() => onChange({ asks: asks.filter(({ key }) => key !== question.key) })}
          />
        ))}
        {asks.length < QUESTIONS_MAX && (
          <div>
            <Button type="button" variant="secondary" onClick={() => onChange({ asks: [...asks, newQuestion()] })}>
              {QUESTION_FORM.add}
            </Button>
          </div>
        )}
      </div>
    </Disclosure>
  )
}

type FieldsProps = {
  question: QuestionEntry
  errorOf(field: keyof QuestionEntry): { error?: string }
  onChange(some: Partial<QuestionEntry>): void
  onRemove(): void
}

type TextName = 'label' | 'hint' | 'price' | 'max' | 'lines' | 'options'

function QuestionFields({ question, errorOf, onChange, onRemove }: FieldsProps) {
  const entry = (name: TextName) => ({
    label: QUESTION_FORM[name],
    value: question[name],
    autoComplete: 'off',
    ...errorOf(name),
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange({ [name]: target.value }),
  })
  return (
    <fieldset className="grid gap-4 rounded-md bg-sand p-4 sm:grid-cols-2">
      <legend className="sr-only">{question.label || QUESTION_FORM.label}</legend>
      <Field hint={QUESTION_FORM.labelHint} maxLength={80} {...entry('label')} />
      <Field maxLength={200} {...entry('hint')} />
      <SelectField
        label={QUESTION_FORM.kind}
        value={question.kind}
        onChange={({ target }) => onChange({ kind: target.value as QuestionEntry['kind'] })}
      >
        {Object.entries(QUESTION_FORM.kinds).map(([kind, text]) => (
          <option key={kind} value={kind}>
            {text}
          </option>
        ))}
      </SelectField>
      <Field hint={QUESTION_FORM.priceHint} inputMode="decimal" {...entry('price')} />
      {question.kind === 'choice' && <TextAreaField hint={QUESTION_FORM.optionsHint} rows={3} {...entry('options')} />}
      {question.kind === 'text' && (
        <>
          <Field inputMode="numeric" {...entry('max')} />
          <Field inputMode="numeric" {...entry('lines')} />
          <SelectField
            label={QUESTION_FORM.letters}
            value={question.letters}
            onChange={({ target }) => onChange({ letters: target.value as QuestionEntry['letters'] })}
          >
            {Object.entries(QUESTION_FORM.lettersOf).map(([letters, text]) => (
              <option key={letters} value={letters}>
                {text}
              </option>
            ))}
          </SelectField>
          <CheckField
            label={QUESTION_FORM.emoji}
            checked={question.emoji}
            onChange={({ target }) => onChange({ emoji: target.checked })}
          />
        </>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 sm:col-span-2">
        <CheckField
          label={QUESTION_FORM.required}
          checked={question.required}
          onChange={({ target }) => onChange({ required: target.checked })}
        />
        <Button type="button" variant="quiet" className="mr-0" onClick={onRemove}>
          {QUESTION_FORM.remove(question.label)}
        </Button>
      </div>
    </fieldset>
  )
}
