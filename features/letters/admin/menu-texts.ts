/** The name of the screen, as the menus and the search have it, and what else people type to find it. */
export const MENU = {
  letters: { label: 'Letters', words: 'newsletter email campaign subscribers mailing list marketing' },
} as const

/** The switch on the screen of the contact. */
export const SWITCH = {
  label: 'Let shoppers ask for letters',
  hint: 'By a box at the checkout, and from the foot of the home page. You write them under Letters.',
} as const
