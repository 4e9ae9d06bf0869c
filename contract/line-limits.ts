// What one order can have of products that are sold in a line. Without schemas, which shoppers' scripts lack.

/** The most pieces of one line in an order. */
export const MOST_OF_LINE = 1

/** How many units of a product one order can have: what is in stock, or one piece while it is sold in a line. */
export const orderableQty = ({ qty, drop }: { qty: number; drop?: object | undefined }) =>
  drop ? Math.min(qty, MOST_OF_LINE) : qty
