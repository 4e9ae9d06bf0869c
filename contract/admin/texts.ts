// Fixed sentences of the admin's screens, never reworded. contract/texts.ts has the shopper's, which every browser loads.

/** The sentences above a list from which a row has just been deleted. */
export const userDeleted = (name: string) => `User ${name} Deleted!`
export const couponDeleted = (code: string) => `Coupon ${code} Deleted!`
export const productDeleted = (name: string) => `Product ${name} Deleted!`
