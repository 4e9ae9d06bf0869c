/** The texts of a product that its page lists, with their labels. */
export const PRODUCT_FACTS = {
  color: 'Color',
  materials: 'Materials',
  size: 'Size',
  weight: 'Weight',
  care: 'Care',
  edition: 'Edition',
} as const

const { color: _, ...givenFacts } = PRODUCT_FACTS
/** The facts that a product has only when the seller gives them. */
export const GIVEN_FACTS = Object.keys(givenFacts) as (keyof typeof givenFacts)[]
