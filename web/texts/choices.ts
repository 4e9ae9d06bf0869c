// Texts of products that come in choices or have questions; pages of other products do not load them.

export const CHOICES = {
  choose: 'Choose…',
  from: (price: string) => `from ${price}`,
  choices: (count: number) => `${count} choices`,
  soldOutValue: (value: string) => `${value} (sold out)`,
  fullyBookedValue: (value: string) => `${value} (fully booked)`,
  notMade: (value: string) => `${value} (not with this)`,
  none: 'None',
  optional: '(optional)',
  lettersUsed: (count: number, most: number) => `${count} of ${most} characters.`,
}
