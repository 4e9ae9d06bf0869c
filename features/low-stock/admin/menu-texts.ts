/** The switch on the screen of the stock. */
export const SWITCH = {
  label: 'Email me about low stock',
  hint: 'Once for each product, and again after you have made more. Not for one-of-a-kind products.',
} as const
