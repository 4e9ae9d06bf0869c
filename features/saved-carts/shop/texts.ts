// Texts of the cart about what is in the carts of other devices.

const piecesOf = (count: number) => (count === 1 ? '1 piece' : `${count} pieces`)

export const OTHER_CART = {
  title: (pieces: number) => `From your other device or an earlier visit: ${piecesOf(pieces)}`,
  line: (name: string, qty: number) => (qty === 1 ? name : `${qty} × ${name}`),
  add: 'Add to Cart',
  notNow: 'Not now',
  choose: (name: string) => `${name} asks something else now.`,
  toPiece: 'Go to the piece',
  bought: (names: string) => `You have bought this in the meantime: ${names}`,
  remove: 'Remove from cart',
  keep: 'Keep it',
}
