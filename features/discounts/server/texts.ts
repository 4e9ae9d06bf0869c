// What the server says about discounts without a code.
export const DISCOUNTS = {
  newName: 'Sale',
  notFound: 'There is no such discount.',
  deleted: (name: string) => `Discount ${name} deleted.`,
  tooMany: (most: number) => `A shop can have ${most} discounts. Delete one first.`,
} as const
