import { checkAnswers } from '#contract/answers.ts'
import type { Answers, Question } from '#contract/questions.ts'
import { readFromTab, saveInTab } from './tab-storage.ts'

const storageKey = (product: string) => `answers-${product}`

/**
 * The answers to the questions of a product that this tab has stored. A text may still be wrong; the fields of other
 * questions show nothing but right answers, so these are left out when they are damaged or no longer possible.
 */
export function storedAnswers(product: string, questions: readonly Question[]): Answers {
  const storedRecord = Object(readFromTab(storageKey(product))) as Record<string, unknown>
  return Object.fromEntries(
    questions.flatMap((question) => {
      const answer = storedRecord[question.key]
      if (typeof answer !== 'string') return []
      const isShown =
        question.kind === 'text' || checkAnswers([question], { [question.key]: answer }).answers.length > 0
      return isShown ? [[question.key, answer]] : []
    }),
  )
}

/** Stores more answers until the tab is closed, so that a reload brings them back. */
export function addStoredAnswers(product: string, answers: Answers) {
  const key = storageKey(product)
  saveInTab(key, { ...Object(readFromTab(key)), ...answers })
}
