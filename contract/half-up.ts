/** A quotient of whole numbers, rounded; half rounds up. */
export const halfUp = (dividend: number, divisor: number) => Math.floor((2 * dividend + divisor) / (2 * divisor))
