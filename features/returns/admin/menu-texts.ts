import { counted } from '#web/texts/admin.ts'

/** The names of the screens, as the menus and the search have them, and what else people type to find them. */
export const MENU = {
  returns: { label: 'Returns', words: 'send back withdrawal withdraw exchange rma' },
  policy: { label: 'Return policy', words: 'days exchange postage send back window' },
} as const

/** What Today says while some wait. */
export const TASK = {
  text: (count: number) => `${counted(count, 'return', 'returns')} to answer.`,
  answer: 'Answer returns',
} as const
