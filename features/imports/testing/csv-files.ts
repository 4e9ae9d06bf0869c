// Files of products and orders as other shops export them.

type Cells = Record<string, string | number>

/** The headings of Etsy's export of listings. */
export const ETSY_HEADINGS = [
  ...['TITLE', 'DESCRIPTION', 'PRICE', 'CURRENCY_CODE', 'QUANTITY', 'TAGS', 'MATERIALS'],
  ...Array.from({ length: 10 }, (_, at) => `IMAGE${at + 1}`),
  ...[1, 2].flatMap((axis) => [`VARIATION ${axis} TYPE`, `VARIATION ${axis} NAME`, `VARIATION ${axis} VALUES`]),
  'SKU',
]

/** The headings of Shopify's products today, without those of single markets. */
export const SHOPIFY_HEADINGS =
  `Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Option1 Linked To,Option2 name,Option2 value,Option2 Linked To,Option3 name,Option3 value,Option3 Linked To,Price,Compare-at price,Cost per item,Charge tax,Tax code,Unit price total measure,Unit price total measure unit,Unit price base measure,Unit price base measure unit,Inventory tracker,Inventory quantity,Continue selling when out of stock,Weight value (grams),Weight unit for display,Requires shipping,Fulfillment service,Product image URL,Image position,Image alt text,Variant image URL,Gift card,SEO title,SEO description,Google Shopping / Google product category`.split(
    ',',
  )

/** The headings of Shopify's older exports. */
export const OLD_SHOPIFY_HEADINGS =
  `Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,SEO Description,Variant Image,Variant Weight Unit,Variant Tax Code,Cost per item,Status`.split(
    ',',
  )

/** The headings of Square's item library, of a shop with one place. */
export const SQUARE_HEADINGS =
  `Token,Item Name,Variation Name,SKU,Description,Categories,GTIN,Square Online Item Visibility,Weight (lb),Price,Sellable,Stockable,Option Name 1,Option Value 1,Option Name 2,Option Value 2,Option Name 3,Option Value 3,Default Unit Cost,Default Vendor Name,Default Vendor Code,Current Quantity Main Street,New Quantity Main Street,Stock Alert Enabled Main Street,Stock Alert Count Main Street,Tax - Sales Tax (8.5%)`.split(
    ',',
  )

/** The headings of WooCommerce's own export, of a shop whose products have up to three attributes and fields of plug-ins. */
export const WOOCOMMERCE_HEADINGS = [
  ...['ID', 'Type', 'SKU', 'GTIN, UPC, EAN, or ISBN', 'Name', 'Published', 'Is featured?', 'Visibility in catalog'],
  ...'Short description,Description,Date sale price starts,Date sale price ends,Tax status,Tax class,In stock?,Stock'.split(
    ',',
  ),
  ...'Low stock amount,Backorders allowed?,Sold individually?,Weight (lbs),Length (in),Width (in),Height (in)'.split(
    ',',
  ),
  ...'Allow customer reviews?,Purchase note,Sale price,Regular price,Categories,Tags,Shipping class,Images'.split(','),
  ...'Download limit,Download expiry days,Parent,Grouped products,Upsells,Cross-sells,External URL'.split(','),
  ...'Button text,Position'.split(','),
  ...[1, 2, 3].flatMap((at) => ['name', 'value(s)', 'visible', 'global'].map((part) => `Attribute ${at} ${part}`)),
  'Meta: _wpcom_is_markdown',
]

/** The same headings where WooCommerce speaks German, as far as they are read. */
export const GERMAN_WOOCOMMERCE_HEADINGS = [
  ...['ID', 'Typ', 'Artikelnummer', 'Name', 'Veröffentlicht', 'Ist hervorgehoben?', 'Sichtbarkeit im Katalog'],
  ...['Kurzbeschreibung', 'Beschreibung', 'Datum, an dem Angebotspreis beginnt', 'Datum, an dem Angebotspreis endet'],
  ...['Steuerstatus', 'Vorrätig?', 'Lager', 'Lieferrückstande erlaubt?', 'Gewicht (kg)', 'Angebotspreis'],
  ...['Regulärer Preis', 'Kategorien', 'Schlagwörter', 'Bilder', 'Übergeordnetes Produkt', 'Position'],
  ...['Attribut 1 Name', 'Attribut 1 Wert(e)', 'Attribut 1 Sichtbar', 'Attribut 1 Global'],
]

/** The headings of orders by the plug-in Advanced Order Export for WooCommerce. */
export const WOOCOMMERCE_ORDER_HEADINGS =
  'Order Number,Order Status,Order Date,Customer Note,First Name (Billing),Last Name (Billing),Company (Billing),Address 1&2 (Billing),City (Billing),State Code (Billing),Postcode (Billing),Country Code (Billing),Email (Billing),Phone (Billing),First Name (Shipping),Last Name (Shipping),Address 1&2 (Shipping),City (Shipping),State Code (Shipping),Postcode (Shipping),Country Code (Shipping),Payment Method Title,Cart Discount Amount,Order Subtotal Amount,Shipping Method Title,Order Shipping Amount,Order Refund Amount,Order Total Amount,Order Total Tax Amount,SKU,Item #,Item Name,Quantity (- Refund),Quantity,Item Cost,Coupon Code,Discount Amount,Discount Amount Tax'.split(
    ',',
  )

/** The headings of Etsy's sold order items. */
export const ETSY_ORDER_HEADINGS =
  'Sale Date,Item Name,Buyer,Quantity,Price,Coupon Code,Coupon Details,Discount Amount,Shipping Discount,Order Shipping,Order Sales Tax,Item Total,Currency,Transaction ID,Listing ID,Date Paid,Date Shipped,Ship Name,Ship Address1,Ship Address2,Ship City,Ship State,Ship Zipcode,Ship Country,Order ID,Variations,Order Type,Listings Type,Payment Type,InPerson Discount,InPerson Location,VAT Paid by Buyer,SKU'.split(
    ',',
  )

/** The headings of Shopify's orders. */
export const SHOPIFY_ORDER_HEADINGS =
  'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price,Lineitem sku,Lineitem requires shipping,Lineitem taxable,Lineitem fulfillment status,Billing Name,Billing Street,Billing Address1,Billing Address2,Billing Company,Billing City,Billing Zip,Billing Province,Billing Country,Billing Phone,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes,Cancelled at,Payment Method,Refunded Amount,Vendor,Id'.split(
    ',',
  )

/** The headings of Square's sales by item. */
export const SQUARE_SALES_HEADINGS =
  'Date,Time,Time Zone,Category,Item,Qty,Price Point Name,SKU,Modifiers Applied,Gross Sales,Discounts,Net Sales,Tax,Transaction ID,Payment ID,Device Name,Event Type,Location,Customer ID,Customer Name'.split(
    ',',
  )

/** The headings of Square's transactions. */
export const SQUARE_TRANSACTION_HEADINGS =
  'Date,Time,Time Zone,Gross Sales,Discounts,Service Charges,Net Sales,Gift Card Sales,Tax,Tip,Partial Refunds,Total Collected,Source,Card,Card Entry Methods,Cash,Fees,Net Total,Transaction ID,Payment ID,Description,Event Type,Location,Customer ID,Customer Name'.split(
    ',',
  )

const quoteCell = (cell: string | number) =>
  /[",\r\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell)

/** Rows as a CSV text with these headings; a cell that a row does not have is empty. */
export const csvOf = (headings: string[], rows: Cells[], lineBreak = '\r\n') =>
  [headings, ...rows.map((row) => headings.map((heading) => row[heading] ?? ''))]
    .map((cells) => cells.map(quoteCell).join(',') + lineBreak)
    .join('')
