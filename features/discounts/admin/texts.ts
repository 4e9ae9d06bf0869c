// The screens of discounts without a code.
export const DISCOUNTS = {
  title: 'Discounts',
  about:
    'Buyers need no code for these. Of several, the one that saves a buyer most acts on an order, beside one coupon.',
  create: 'Create Discount',
  empty: 'No discounts yet. One takes a percentage or an amount off an order by itself.',
  name: 'Name',
  effect: 'What it does',
  notSaved: 'Not saved',
  deletion: (name: string) => `Delete the discount ${name}? Orders that were placed with it keep it.`,
  deleted: (name: string) => `Discount ${name} deleted.`,
} as const

export const DISCOUNT_FORM = {
  title: 'Edit Discount',
  noun: 'discount',
  nameHint: 'Buyers see it: “Spring sale, -$6.00”.',
  amountHint: 'In dollars, off the goods.',
  isNotSaved: 'Not active until you press Save.',
  save: 'Save',
} as const
