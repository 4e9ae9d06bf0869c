/** The query of an order's page after a call that placed nothing, because it repeated the one before it. */
export const REPEATED = 'repeated'
