// Why a field of a sale is refused.

export const SALE_FIELDS = {
  nameTooLong: (most: number) => `Use at most ${most} characters.`,
  enterName: 'Enter a name.',
  enterPercent: 'Enter a percentage between 0.01 and 99.99.',
  enterPrice: 'Enter a price in dollars and cents, such as 12.50.',
  percentOrPrice: 'Enter either a percentage or a price.',
  enterTime: 'Enter a day, and a time if you like.',
  endsFirst: 'The sale ends before it starts.',
  chooseTarget: 'Choose what the sale is for.',
  tooMany: (most: number) => `Choose at most ${most}.`,
} as const
