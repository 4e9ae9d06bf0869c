// What a choice of a product is called, in the browser and on the server.

/** The name of a choice within its product: `Small / Oak`. */
export const choiceName = (values: readonly string[]) => values.join(' / ')

/** The name of a choice in a cart and an order: `Box, Small / Oak`. The database's function name_of_choice makes the same. */
export const fullChoiceName = (product: string, values: readonly string[]) => `${product}, ${choiceName(values)}`
