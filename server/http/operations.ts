import type { ACCESS } from './access.ts'

/**
 * The name of a call in the API documentation: `id` is the OpenAPI operationId, a verb that client generators make a
 * function of.
 */
export type Operation = { id: string; summary: string }

/** Calls without a description: those of other programs with protocols of their own, and the documentation itself. */
type Undescribed = 'POST /api/webhooks/square' | 'POST /api/policy-reports' | 'GET /api/openapi.json'

/**
 * The names of all calls. The keys are those of server/http/access.ts; a route without an entry stops the server from
 * starting.
 */
const OPERATIONS = {
  'GET /api/products': { id: 'listProducts', summary: 'List, search and filter products' },
  'GET /api/products/featured': { id: 'listFeaturedProducts', summary: 'List the featured products' },
  'GET /api/products/newest': { id: 'listNewestProducts', summary: 'List the newest products' },
  'GET /api/products/suggestions': { id: 'suggestProducts', summary: 'Suggest products and categories while typing' },
  'GET /api/products/:id': { id: 'getProduct', summary: 'Get a product by its id or slug' },
  'GET /api/products/:id/related': { id: 'listRelatedProducts', summary: 'List products that go with a product' },
  'POST /api/products/uploadImage': { id: 'uploadImages', summary: 'Upload product photos' },
  'GET /api/products/export': {
    id: 'exportProducts',
    summary: 'Export all products, in a format of this or of another shop',
  },
  'POST /api/products': { id: 'createProduct', summary: 'Create a draft product' },
  'GET /api/products/:id/history': { id: 'getProductHistory', summary: 'List earlier changes of a product' },
  'POST /api/products/:id/copy': { id: 'copyProduct', summary: 'Copy a product with its photos to a draft' },
  'PUT /api/products/deleted': { id: 'deleteProducts', summary: 'Delete several products at once' },
  'PUT /api/products': { id: 'updateProducts', summary: 'Change several products at once' },
  'PUT /api/products/:id': { id: 'updateProduct', summary: 'Change a product' },
  'DELETE /api/products/:id': { id: 'deleteProduct', summary: 'Delete a product' },

  'GET /api/categories': { id: 'listCategories', summary: 'List the categories' },
  'GET /api/categories/shelves': {
    id: 'listShelves',
    summary: 'List the categories that have products in stock, with a photo of each',
  },
  'POST /api/categories': { id: 'createCategory', summary: 'Create a category' },
  'PUT /api/categories': { id: 'reorderCategories', summary: 'Change the order of the categories' },
  'PUT /api/categories/:slug': { id: 'renameCategory', summary: 'Rename a category and update its products' },
  'DELETE /api/categories/:slug': { id: 'deleteCategory', summary: 'Delete a category' },

  'GET /api/drops/:slug': { id: 'getDrop', summary: 'Get a drop with its pieces' },
  'GET /api/drops/:slug/line': { id: 'getLine', summary: 'Get the line of a drop, the same for everybody' },
  'POST /api/drops/:slug/tickets': { id: 'joinLine', summary: 'Join the line of a drop' },
  'POST /api/drops/:slug/admission': { id: 'takeUpAdmission', summary: 'Begin to choose a piece when it is your turn' },
  'GET /api/admin/drops': { id: 'listDrops', summary: 'List the latest drops' },
  'GET /api/admin/drops/:id': { id: 'editDrop', summary: 'Get a drop with its products to edit' },
  'POST /api/admin/drops': { id: 'createDrop', summary: 'Plan a drop' },
  'PUT /api/admin/drops/:id': { id: 'updateDrop', summary: 'Change, move or fill a drop' },
  'PUT /api/admin/drops/:id/ended': { id: 'endDrop', summary: 'Cancel a drop, or close its line' },
  'DELETE /api/admin/drops/:id': { id: 'deleteDrop', summary: 'Delete a drop that is over or canceled' },
  'GET /api/collections': { id: 'listCollections', summary: 'List the collections that have products for sale' },
  'GET /api/collections/shelves': {
    id: 'listCollectionShelves',
    summary: 'List the collections that have products in stock, with a photo of each',
  },
  'GET /api/collections/:slug': { id: 'getCollection', summary: 'Get a collection' },
  'GET /api/admin/collections': { id: 'listAllCollections', summary: 'List all collections, hidden ones included' },
  'GET /api/admin/collections/:id': { id: 'editCollection', summary: 'Get a collection with its products to edit' },
  'POST /api/admin/collections': { id: 'createCollection', summary: 'Create a collection' },
  'PUT /api/admin/collections': { id: 'orderCollections', summary: 'Order the collections' },
  'PUT /api/admin/collections/:id': { id: 'updateCollection', summary: 'Change a collection or its products' },
  'DELETE /api/admin/collections/:id': { id: 'deleteCollection', summary: 'Delete a collection' },

  'GET /api/pages': { id: 'listPages', summary: 'List the text pages, such as About or Returns' },
  'GET /api/pages/:slug': { id: 'getPage', summary: 'Get the draft of a text page' },
  'POST /api/pages': { id: 'createPage', summary: 'Create a text page, with a starting text or empty' },
  'POST /api/pages/preview': { id: 'previewPage', summary: 'Get a Markdown text as its page would show it' },
  'PUT /api/pages': { id: 'orderPages', summary: 'Order the text pages' },
  'PUT /api/pages/:slug': { id: 'updatePage', summary: 'Save the draft of a text page, or where it is linked' },
  'PUT /api/pages/:slug/published': { id: 'publishPage', summary: 'Publish a text page' },
  'DELETE /api/pages/:slug/published': { id: 'unpublishPage', summary: 'Take a text page off the shop' },
  'DELETE /api/pages/:slug': { id: 'deletePage', summary: 'Delete a text page' },

  'GET /api/shop': { id: 'getShop', summary: 'Get public information about the shop, with its shipping and tax rates' },
  'GET /api/rates': { id: 'getRates', summary: 'Get the ways to ship to a place, with their prices, and its tax' },
  'GET /api/settings': { id: 'getSettings', summary: 'Get all settings' },
  'PUT /api/settings': { id: 'updateSettings', summary: 'Change the settings that are sent, and keep the others' },

  'GET /api/tax': { id: 'getTaxStates', summary: 'Get the states with their tables of tax rates, and what they lack' },
  'POST /api/tax/rates/:state': { id: 'loadTaxRates', summary: 'Replace the tax rates of a state by a CSV file' },
  'PUT /api/tax/rates/:state/:zip': { id: 'setTaxRate', summary: 'Set the tax rate of a ZIP code' },
  'GET /api/tax/thresholds': {
    id: 'getTaxThresholds',
    summary: 'Get how close sales are to the threshold of each state',
  },
  'PUT /api/tax/outside-sales/:state/:year': { id: 'setOutsideSales', summary: 'Set the sales elsewhere of a year' },
  'GET /api/reports/sales-tax': {
    id: 'getSalesTax',
    summary: 'Get the sales tax of a period by state, place and rate',
  },
  'GET /api/reports/sales-tax/export': { id: 'exportSalesTax', summary: 'Export the sales tax of a period as CSV' },
  'GET /api/reports/monthly-statement': {
    id: 'getMonthlyStatement',
    summary: 'Get sales, refunds, tax and fees of whole months',
  },
  'GET /api/reports/monthly-statement/export': {
    id: 'exportMonthlyStatement',
    summary: 'Export the statement of whole months as CSV',
  },
  'GET /api/reports/earnings/:month': {
    id: 'getEarnings',
    summary: 'Get what the sales of a month have left for the seller, by product',
  },
  'PUT /api/reports/earnings/:month/costs': {
    id: 'addMissingCosts',
    summary: 'Give the sales of a month without costs those that their products have now',
  },

  'GET /api/backups': { id: 'getBackups', summary: 'List the backups, and what is going on' },
  'POST /api/backups': { id: 'makeBackup', summary: 'Make a backup now' },
  'POST /api/backups/practice': { id: 'practiceRestore', summary: 'Practice to restore the newest backup' },
  'POST /api/backups/:name/download': { id: 'openBackupDownload', summary: 'Get the address of a download' },
  'GET /api/backups/:name/file': { id: 'downloadBackup', summary: 'Download a backup' },
  'POST /api/exports/products': {
    id: 'openProductsDownload',
    summary: 'Get the address of an archive of all products with their photos',
  },
  'POST /api/exports/shop': { id: 'openShopDownload', summary: 'Get the address of an archive of the whole shop' },
  'GET /api/exports/products/file': { id: 'downloadProducts', summary: 'Download all products with their photos' },
  'GET /api/exports/shop/file': { id: 'downloadShop', summary: 'Download the whole shop' },
  'GET /api/setup': { id: 'getSetup', summary: 'Get what is configured, and what is left to do' },
  'GET /api/setup/health': { id: 'getHealth', summary: 'Test the whole shop' },
  'POST /api/setup/payments': { id: 'testPayments', summary: 'Test the card account' },
  'POST /api/setup/address': { id: 'testAddress', summary: 'Test the public address of the shop' },
  'POST /api/setup/mail': { id: 'sendTestEmail', summary: 'Send a test email to the caller' },
  'GET /api/setup/mail/:id': { id: 'getTestEmail', summary: 'Get how far a test email is' },
  'GET /api/setup/address-proof': { id: 'getAddressProof', summary: 'Prove that this shop answers at its address' },

  'GET /api/look': { id: 'getLook', summary: 'Get the look being edited: the draft, or the published look' },
  'PUT /api/look': { id: 'updateLook', summary: 'Save the draft of the look' },
  'POST /api/look/logo': { id: 'uploadLogo', summary: 'Upload a logo' },
  'POST /api/look/publish': { id: 'publishLook', summary: 'Publish the draft of the look' },
  'POST /api/look/discard': { id: 'discardLook', summary: 'Discard the draft of the look' },
  'POST /api/look/:id/publish': { id: 'restoreLook', summary: 'Publish a look of the past again' },

  'POST /api/users': { id: 'registerUser', summary: 'Create an account' },
  'POST /api/users/guest': { id: 'createGuest', summary: 'Continue without an account' },
  'PUT /api/users/guest': { id: 'keepGuest', summary: 'Turn a guest into an account with a password' },
  'POST /api/users/login': { id: 'signIn', summary: 'Sign in with an email address and a password' },
  'GET /api/users/robot-check': { id: 'getRobotCheck', summary: 'Get the kind of robot check that is in use' },
  'GET /api/users/robot-check/challenge': { id: 'getRobotChallenge', summary: 'Get a challenge for the robot check' },
  'POST /api/users/forgot-password': { id: 'requestPasswordReset', summary: 'Send a link to reset a password' },
  'GET /api/users/forgot-password-reset/:token': {
    id: 'checkPasswordReset',
    summary: 'Check whether a password reset link is valid',
  },
  'POST /api/users/forgot-password-reset/:token': {
    id: 'resetPassword',
    summary: 'Set a new password with a reset link',
  },
  'POST /api/users/first-admin': { id: 'createFirstAdmin', summary: 'Become an admin with a one-time link' },
  'POST /api/users/logout': { id: 'signOut', summary: 'End the current session' },
  'DELETE /api/users/sessions': { id: 'signOutElsewhere', summary: "End all of the caller's other sessions" },
  'GET /api/users/api-keys': { id: 'listApiKeys', summary: "List the caller's API keys" },
  'POST /api/users/api-keys': { id: 'createApiKey', summary: 'Create an API key' },
  'DELETE /api/users/api-keys/:id': { id: 'revokeApiKey', summary: 'Revoke an API key' },
  'GET /api/users/addresses': { id: 'listSavedAddresses', summary: "List the caller's saved addresses" },
  'POST /api/users/addresses': { id: 'saveAddress', summary: 'Save an address, or note that it was used again' },
  'DELETE /api/users/addresses/:id': { id: 'deleteSavedAddress', summary: 'Delete a saved address' },
  'GET /api/users': { id: 'listUsers', summary: 'List and search accounts' },
  'GET /api/users/export': { id: 'exportCustomers', summary: 'Export customers as CSV' },
  'GET /api/users/:id': { id: 'getUser', summary: "Get an account, or the caller's own as `profile`" },
  'PUT /api/users/profile': { id: 'updateProfile', summary: "Change the caller's name, email address or password" },
  'PUT /api/users/profile/email': { id: 'confirmEmail', summary: "Confirm the caller's new email address by its code" },
  'PUT /api/users/:id': { id: 'updateUser', summary: "Change an account's name, email address or rights" },
  'GET /api/personal-data': { id: 'downloadMyData', summary: 'Get everything that the shop holds about the caller' },
  'GET /api/personal-data/deletion': { id: 'previewDeletion', summary: "What deleting the caller's account would do" },
  'PUT /api/personal-data/deleted': { id: 'deleteMyAccount', summary: "Delete the caller's account, by its password" },
  'POST /api/personal-data/link': { id: 'mailDataLink', summary: 'Mail a link to the data of an email address' },
  'POST /api/personal-data/by-link': { id: 'openDataLink', summary: 'What the link of a message reaches' },
  'POST /api/personal-data/by-link/file': { id: 'downloadDataByLink', summary: "Get the data of a link's address" },
  'PUT /api/personal-data/by-link/deleted': { id: 'deleteDataByLink', summary: "Delete the data of a link's address" },
  'GET /api/personal-data/users/:id': {
    id: 'downloadDataOfUser',
    summary: 'Get the data of an account, for its owner',
  },
  'GET /api/personal-data/orders/:id': { id: 'downloadDataOfGuest', summary: 'Get the data of the guest of an order' },
  'DELETE /api/users/:id': { id: 'deleteUser', summary: 'Delete an account' },

  'POST /api/orders': { id: 'placeOrder', summary: 'Place an order' },
  'GET /api/orders/:id': { id: 'getOrder', summary: 'Get an order' },
  'GET /api/orders/myorders': { id: 'listMyOrders', summary: "List the caller's orders, newest first" },
  'POST /api/orders/:id/open': { id: 'openOrder', summary: "Open a guest's order with the key of its link" },
  'POST /api/orders/:id/link': { id: 'renewOrderLink', summary: "Mail a new link of a guest's order" },
  'POST /api/orders/find': { id: 'findOrders', summary: 'Mail the links of the orders of an email address' },
  'POST /api/orders/:id/claim': {
    id: 'claimOrder',
    summary: "Add a guest's order to the caller's account by its link",
  },
  'POST /api/orders/claim-code': { id: 'mailClaimCode', summary: "Mail a code to the caller's address" },
  'POST /api/orders/claim': {
    id: 'claimOrders',
    summary: "Add the guests' orders of the caller's address to the account, with the mailed code",
  },
  'POST /api/orders/verify/logs': {
    id: 'verifyOrder',
    summary: 'Update an unpaid order to the present stock and prices',
  },
  'POST /api/orders/processSquare': { id: 'payOrder', summary: 'Pay for an order by card' },
  'PUT /api/orders/:id/pay': { id: 'confirmPayment', summary: 'Report a payment, which is checked with Square' },
  'POST /api/orders/:id/complete': { id: 'completeFreeOrder', summary: 'Complete an order with a total of zero' },
  'PUT /api/orders/:id/canceled': { id: 'cancelOrder', summary: 'Cancel an order before it is paid' },
  'POST /api/orders/:id/cancel-request': {
    id: 'requestCancellation',
    summary: 'Ask the seller to cancel a paid order',
  },
  'PUT /api/orders/:id/cancel-request': {
    id: 'declineCancellation',
    summary: 'Decline to cancel a paid order; a full refund accepts it',
  },
  'PUT /api/orders/:id/address': { id: 'changeAddress', summary: 'Change where an order that has not shipped goes' },
  'PUT /api/orders/:id/paid': { id: 'markPaid', summary: 'Mark an order as paid without a card' },
  'GET /api/orders/:id/refundable': {
    id: 'getRefundable',
    summary: 'Get what can still be refunded and restocked of an order',
  },
  'POST /api/orders/:id/refund': { id: 'refundOrder', summary: 'Refund an order in whole or in part' },
  'PUT /api/orders/:id/shipped': { id: 'shipOrder', summary: 'Mark an order as shipped' },
  'GET /api/orders/:id/shipped': { id: 'shipOrderByLink', summary: 'Mark an order as shipped, for older programs' },
  'GET /api/orders': { id: 'listOrders', summary: 'List, search and filter orders' },
  'POST /api/orders/manual': { id: 'addOrder', summary: 'Add an order for a buyer who called, wrote or came by' },
  'POST /api/orders/manual/quote': { id: 'quoteManualOrder', summary: 'Say what such an order costs' },
  'GET /api/orders/:id/link': { id: 'getOrderLink', summary: "Get the link of a guest's order, to pass on" },
  'GET /api/orders/export': { id: 'exportOrders', summary: 'Export orders as CSV' },
  'GET /api/orders/export/items': { id: 'exportOrderItems', summary: 'Export the items of orders as CSV' },
  'GET /api/orders/export/refunds': { id: 'exportRefunds', summary: 'Export refunds as CSV' },
  'GET /api/orders/packing': { id: 'listPackingSlips', summary: 'Get what packing slips say' },
  'GET /api/orders/postage': { id: 'exportPostage', summary: 'Download orders to ship for a postage service' },
  'GET /api/orders/postage/check': { id: 'checkPostage', summary: 'Say what the file for a postage service holds' },
  'POST /api/orders/tracking': { id: 'shipByFile', summary: 'Mark orders as shipped by a file of tracking numbers' },
  'PUT /api/orders/shipped': { id: 'shipOrders', summary: 'Mark several orders as shipped' },
  'GET /api/orders/:id/timeline': { id: 'getOrderTimeline', summary: 'List what happened to an order' },
  'POST /api/orders/:id/delays': { id: 'delayOrder', summary: 'Tell the buyer of a new day by which an order ships' },
  'PUT /api/orders/:id/delay': { id: 'answerDelay', summary: 'Agree to a delay, or ask for the money back' },
  'POST /api/orders/delays/answered': { id: 'answerDelayByLink', summary: 'Answer a delay with the link of its email' },
  'POST /api/orders/:id/notes': { id: 'addOrderNote', summary: 'Add a note that only admins read' },
  'DELETE /api/orders/:id/guest': { id: 'eraseGuest', summary: 'Erase the guest who bought an order' },
  'DELETE /api/orders/:id': { id: 'deleteOrder', summary: 'Delete an order' },
  'PUT /api/orders/:id/restored': { id: 'restoreOrder', summary: 'Restore a deleted order' },

  'POST /api/coupons/validate': { id: 'validateCoupon', summary: 'Get what a coupon code takes off' },
  'GET /api/coupons': { id: 'listCoupons', summary: 'List and search coupons' },
  'GET /api/coupons/:id': { id: 'getCoupon', summary: 'Get a coupon' },
  'POST /api/coupons': { id: 'createCoupon', summary: 'Create a coupon' },
  'PUT /api/coupons/:id': { id: 'updateCoupon', summary: 'Change a coupon' },
  'DELETE /api/coupons/:id': { id: 'deleteCoupon', summary: 'Delete a coupon' },

  'GET /api/own-shop': { id: 'getOwnShop', summary: 'Say how far the owner is with a shop of their own' },
  'PUT /api/own-shop': { id: 'updateOwnShop', summary: 'Save how far the owner is' },
  'POST /api/own-shop': { id: 'startOwnShop', summary: 'Clear the demo out of the shop' },

  'GET /api/imports': { id: 'listImports', summary: 'List the imports of products, past orders and reviews' },
  'POST /api/imports': {
    id: 'createImport',
    summary: 'Check a file of products, past orders or reviews from another shop',
  },
  'GET /api/imports/:id': { id: 'getImport', summary: 'Get an import with its counts' },
  'DELETE /api/imports/:id': { id: 'deleteImport', summary: 'Delete an import that brought nothing' },
  'GET /api/imports/:id/rows': { id: 'listImportRows', summary: 'List the rows of an import' },
  'PUT /api/imports/:id/rows': { id: 'updateImportRows', summary: 'Correct rows of an import before it starts' },
  'PUT /api/imports/:id/updates': {
    id: 'chooseImportUpdates',
    summary: 'Have an import update the products that the shop has, or only create new ones',
  },
  'PUT /api/imports/:id/photos': { id: 'fetchImportPhotos', summary: 'Fetch the missing photos of an import again' },
  'PUT /api/imports/:id/started': { id: 'startImport', summary: 'Take over the rows of an import' },
  'PUT /api/imports/:id/stopped': { id: 'stopImport', summary: 'Stop an import' },
  'PUT /api/imports/:id/undone': {
    id: 'undoImport',
    summary: 'Delete what an import brought, products while none was sold or changed, and take its updates back',
  },

  'GET /api/past-orders': { id: 'listPastOrders', summary: 'List the past orders of other shops, newest first' },
  'GET /api/past-orders/:id': { id: 'getPastOrder', summary: 'Get a past order with its items' },
  'DELETE /api/past-customers/:id': {
    id: 'erasePastCustomer',
    summary: 'Erase a customer of another shop with their past orders and reviews',
  },
  'GET /api/past-reviews': { id: 'listPastReviews', summary: 'List the reviews of other shops, newest first' },
  'PUT /api/past-reviews/:id': { id: 'updatePastReview', summary: 'Hide a review, or say which product it is about' },
  'GET /api/customers/:id/orders': {
    id: 'listOrdersOfUser',
    summary: "List an account's orders, and the past orders of its email address",
  },

  'GET /api/dashboard': { id: 'getDashboard', summary: 'Get sales figures and what needs attention' },
  'GET /api/admin/audit-log': {
    id: 'listAuditEvents',
    summary: 'List sign-ins, refusals, exports and changes of rights',
  },
  'GET /api/admin/search': {
    id: 'searchEverything',
    summary: 'Search orders, products, collections, customers, requests, coupons and pages',
  },

  'GET /api/discrepancies': {
    id: 'listDiscrepancies',
    summary: 'List differences between the payments of the shop and of the card service',
  },
  'POST /api/discrepancies/:id/settle': {
    id: 'settleDiscrepancy',
    summary: 'Do the step by which the shop itself settles a discrepancy',
  },
  'GET /api/money-check': { id: 'getMoneyCheck', summary: 'Compare the money of a month with the payouts' },
  'POST /api/money-check': { id: 'checkMoney', summary: 'Read new payouts and compare them now' },
  'GET /api/payouts/:id': { id: 'getPayout', summary: 'Get a payout with a page of its entries' },
  'GET /api/orders/:id/disputes': { id: 'listDisputes', summary: 'List the disputes of an order' },
  'PUT /api/discrepancies/:id': { id: 'closeDiscrepancy', summary: 'Close a discrepancy with a note' },

  'POST /api/requests': {
    id: 'requestPiece',
    summary: 'Ask to hear when a product can be bought again, or for another one like it',
  },
  'POST /api/requests/confirmed': { id: 'confirmRequest', summary: 'Confirm a request with the link of its email' },
  'POST /api/requests/ended': { id: 'endRequests', summary: 'Stop the emails about products that can be bought again' },
  'GET /api/requests': { id: 'listRequests', summary: 'List and search the requests of shoppers' },
  'PUT /api/requests/:id/answer': { id: 'answerRequest', summary: 'Answer a request for another one, by email' },

  'GET /api/payments/setup': { id: 'getPaymentSetup', summary: 'Get what a browser needs to show the card form' },
} as const satisfies Record<Exclude<keyof typeof ACCESS, Undescribed>, Operation>

/** The name of a call by method and path with `:parameters`. `HEAD` has the name of its `GET`. */
export function operationOf(method: string, url: string): Operation | undefined {
  const verb = method === 'HEAD' ? 'GET' : method
  return (OPERATIONS as Record<string, Operation>)[`${verb} ${url.replace(/\/$/, '')}`]
}
