export const CART_REQUEST = {
  askForSister: (piece: string) => `Ask for a sister piece of ${piece}`,
}
