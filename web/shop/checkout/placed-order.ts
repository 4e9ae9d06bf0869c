/** The id of the element that has the id of an order that was placed without JavaScript. */
export const PLACED_KEY = 'placed'
