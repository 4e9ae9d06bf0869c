// What the server says about the files that it hands out.

export const EXPORTS = {
  busy: 'Two archives are being downloaded already. Wait until one is done.',
  expired: 'This address is not good any more. Press Download again.',
} as const

/** What `npm run shop -- export` prints. */
export const EXPORT_COMMAND = {
  unknown: (what: string, choices: string) => `“${what}” is nothing that can be exported. There are: ${choices}.`,
  noDay: (text: string) => `${text} is not a day. Enter a day as in 2026-11-30.`,
  noDays: (what: string) => `The file of ${what} is for all days.`,
  exists: (path: string) => `${path} already exists. Choose another name.`,
  noFolder: (path: string) => `${path} cannot be written: there is no such folder, or it is not yours.`,
  done: (path: string) => `Written to ${path}.`,
} as const

/** What stands beside the files of a whole shop. */
export const SHOP_README = (shop: string, day: string) => `${shop}, as of ${day}

Everything in this shop, in files that any program can open. CSV files open in a spreadsheet: amounts are in dollars,
times are those of the shop. Orders of other shops have the currency and the day that these shops gave them.

products/          products.csv with all products, and their photos. Photos have the name of their product's address.
orders/            orders.csv with a row for each order; order-items.csv with a row for each item, and refunds.csv with
                   a row for each refund: both name the number of their order. reviews.csv has what buyers say,
                   returns.csv what they asked to return.
customers/         customers.csv with everybody who has an account or has paid: name, email, last address.
history/           Orders and reviews of other shops that were imported, with the items of these orders.
pages/             The text pages as Markdown; what is not published yet is in drafts/.
shop/              Settings, look, categories, collections, coupons, discounts and sales as JSON, and the logo.
images/            The photos that pages, collections and the look show, under the addresses that these name.

To move the products into another shop of this kind, make a ZIP archive of what is in products/ and choose it under
Admin, Import products; or run: npm run shop -- import products

In a cell that a spreadsheet would take for a formula, an apostrophe stands before the text. An import removes it again.

This is not a backup. A backup brings back this same shop, with its accounts, payments and books; these files are for
reading and for moving. There are no passwords and no keys in them, but the names and addresses of your customers: keep
them where nobody else can read them.
`

/** Why an action was refused, before "Please try again in …". */
export const RATE_LIMITS = {
  export: 'Too many downloads in a short time.',
} as const
