// What the topics of webhooks mean, on screen and in the API documentation.

export const TOPIC_SUMMARIES = {
  'order.placed': 'An order was placed',
  'order.paid': 'An order was paid',
  'order.shipped': 'An order was shipped, or is ready to be collected',
  'order.collected': 'An order was collected by its buyer',
  'order.refunded': 'An order was refunded, in full or in part',
  'order.canceled': 'An order was canceled before it was paid',
  'product.created': 'A product went on sale',
  'product.changed': 'A product changed: its text, price, stock or a choice',
  'product.sold_out': 'A product, or a choice of it, was sold out',
  'product.deleted': 'A product was taken off sale',
} as const
