// The fields by which admins pick goods: for a sale, a coupon or a discount.

export const GOODS = {
  categories: 'Categories',
  collections: 'Collections',
  products: 'Single products',
  productsAbout: 'Whatever their category and their collections are.',
  remove: 'Remove',
  removeOne: (name: string) => `Remove ${name}`,
} as const
