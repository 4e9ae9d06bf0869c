// What the email about low stock says.

const products = (count: number) => (count === 1 ? '1 product is' : `${count.toLocaleString('en-US')} products are`)

export const LOW_STOCK = {
  subjectOfOne: (name: string) => `Low in stock: ${name}`,
  subject: (count: number) => `${products(count)} low in stock`,
  left: ({ name, qty, hasChoices }: { name: string; qty: number; hasChoices: boolean }) =>
    `${name}: ${qty === 0 ? 'none' : qty.toLocaleString('en-US')} left${hasChoices ? ' of a choice' : ''}`,
  others: (count: number) => `${products(count)} low besides.`,
  link: 'Open the list',
  closing:
    'You get this once for each product, and again after you have made more. Change the level, or switch these emails off, in Settings under Stock.',
} as const
