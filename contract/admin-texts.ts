// What the specification says on the seller's side, letter for letter: apart from texts.ts, which every browser fetches.

/** The sentences above a list from which a row has just been deleted. */
export const userDeleted = (name: string) => `User ${name} Deleted!`
export const couponDeleted = (code: string) => `Coupon ${code} Deleted!`
export const productDeleted = (name: string) => `Product ${name} Deleted!`
