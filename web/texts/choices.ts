// Texts of products that come in choices or have questions; pages of other products do not load them.

export const CHOICES = {
  choose: 'Choose…',
  missing: (axis: string) => `Please choose: ${axis}`,
  from: (price: string) => `from ${price}`,
  choices: (count: number) => `${count} choices`,
  soldOutValue: (value: string) => `${value} (sold out)`,
  fullyBookedValue: (value: string) => `${value} (fully booked)`,
  notMade: (value: string) => `${value} (not with this)`,
  none: 'None',
  optional: '(optional)',
  upTo: (most: number) => (most === 1 ? '1 character.' : `Up to ${most} characters.`),
  lettersUsed: (count: number, most: number) => `${count} of ${most} characters.`,
}
