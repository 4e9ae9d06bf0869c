/**
 * The test files of this folder that guard neither money nor stock nor data. `npm test` leaves them out, and
 * `npm run lab -- torture` runs them, with `--short` in their short form.
 */
export const LAB_ONLY = [
  'alerts',
  'cdn',
  'page-flood',
  'resources',
  'soak',
  'starts',
  'supply-chain',
  'upload-limits',
].map((name) => `lab/torture/${name}.test.ts`)

/**
 * The faults and attacks that the shop withstands, by the number that its tests are tagged with. A row that cannot be
 * run in full on an engineer's machine says behind a | what its test leaves out.
 */
export const ROWS: Record<string, Row> = {
  ...rowsOf(`
    K1 killed before the stock is reserved
    K2 killed when the stock is reserved, before the card service is asked
    K3 killed while the request is on its way to the card service
    K4 killed when the card service has approved, before its answer is read
    K5 killed when the approval is read, before the commitment to capture
    K6 killed on the commit of the commitment to capture
    K7 killed when committed to capture, before the capture is sent
    K8 killed while the capture is on its way
    K9 killed when the money is taken, before the answer is read
    K10 killed when the capture is read, before the order is paid
    K11 killed when the order is paid, before the shopper is answered
    K12 the browser dies before it reports the payment
    K13 killed when the card is refused, before the stock is given back
    K14 killed when the stock is given back, before the shopper is answered
    K15 killed in recovery when an attempt is given up, before it is canceled
    K16 killed in recovery when it is canceled, before that is recorded
    K17 killed in recovery when the money is taken, before the order is paid
    K18 killed when the receipt is sent, before that is recorded
    K19 database restored from before a payment that is held
    K20 database restored from before a payment that was taken
    K21 killed at random instants under 20 checkouts a second
    K22 killed while it creates the products of an import
    K23 killed while a sale starts or ends, or off over both
    K24 killed while a letter goes to its readers
    K25 killed while webhooks are sent

    D1 database restarted during checkouts
    D2 database killed during checkouts
    D3 connection cut exactly on a commit, before and after its effect
    D4 database down for minutes
    D5 disk of the database full (as root on Linux, who may mount a small one)
    D6 database slow: half a second a statement
    D7 more clients than connections
    D8 disk full for uploads and logs (as root on Linux, who may mount a small one)
    D9 backup and restore on an empty machine
    D10 clock jumps two hours forward and back
    D11 the connection that hears of changes goes dead without a word
    D12 an old price, or a sold piece, shown by any process after the change
    D13 an old price shown by a CDN after a new one was saved
    D14 the primary crashes and a replica takes its place
    D15 the primary takes no writes any more, or a connection leads to a replica
    D16 the leader is cut off without a word
    D17 checkouts and changes through a pooler that shares connections between transactions
    D18 stock above twenty, five minutes old

    G1 the card service fails three times before the effect
    G2 the hold takes effect and its answer is lost
    G3 Pay is pressed again right after a lost answer
    G4 the card service does not answer for a minute
    G5 stalled, cut off, HTML and empty answers
    G6 a request lands after its cancellation
    G7 429 with Retry-After
    G8 each of the decline codes
    G9 the card token is used or expired
    G10 the key was used before
    G11 something else approved than was asked
    G12 the capture fails, times out, or was done already
    G13 the hold is voided between commitment and capture
    G14 the card service is down with captures under way
    G15 the list of payments lags, has pages and repeats a row
    G16 wrong token, location or environment

    W1 the vectors of signatures
    W2 the same message 100 times
    W3 the message comes before the answer
    W4 messages in every order
    W5 messages are lost for ever
    W6 forged messages
    W7 an old message is replayed
    W8 signed messages about unknown payments
    W9 huge, deep and poisoned messages
    W10 500 messages a second
    W11 refunds made in the card service's dashboard
    W12 a payment disputed by the buyer's bank

    C1 200 shoppers pay for the same single piece
    C2 200 shoppers, a stock of seven, in a sale that runs
    C3 two tabs pay one order
    C4 100 shoppers, one one-time coupon
    C5 Place Order clicked ten times
    C6 report, webhook and recovery at once on one payment
    C7 two orders with the same two products in opposite order
    C8 the seller saves a form that was loaded before a sale
    C9 the seller lowers stock below what is held
    C10 an order is verified while it is being paid
    C11 order, product or account deleted during payment | order and account deleted in the database, not by a call
    C12 a process is stopped for 90 seconds and wakes up
    C13 four processes, C1 to C6 again
    C14 random programs of shoppers, a guest, seller and faults
    C15 a card and a manual payment of one order at once
    C16 a refund and Mark Shipped of one order at once
    C17 cart and account are changed in three tabs of one browser at once
    C18 a piece is back for which 40 shoppers wait, with several processes
    C19 200 shoppers pay for the last one of a choice
    C20 the last piece is bought online and sold at a stand at once
    C21 50 shoppers, a coupon of ten uses

    B1 prices altered in the order
    B2 another price at payment
    B3 impossible quantities
    B4 invented payments reported
    B5 a payment reported 100 times
    B6 coupons: expired, deleted, empty, larger than the total
    B7 a coupon's amount negative or huge | what the form of a coupon refuses comes with the form; the table refuses a negative amount
    B8 coupon codes guessed
    B9 steps left out
    B10 many cards tried on small orders
    B11 stock held with worthless cards
    B12 price changed between order and payment
    B13 total of zero through a coupon
    B14 rounding of random carts
    B15 addresses outside the rules
    B16 repeated, unknown and deleted products
    B17 an order paid when the hold of its prices is over
    B19 stolen cards tried without an account
    B20 the shop's mail sent with typed words, or in numbers, to addresses of others
    B21 cards tried by kept guests and new accounts

    A1 every call as every kind of caller
    A2 the ids of other people's things
    A3 fields that are not the caller's to set
    A4 an admin demoted, deleted or signed out since
    A5 methods and addresses written otherwise
    A6 fields that are not the caller's to see
    A7 the last admin demoted or deleted
    A8 ids guessed
    A9 the password of the first admin
    A10 an account for programs, and its keys
    A11 the key of an order link guessed
    A12 the data of other people, by their address, a forged link or an open browser
    A14 an old backup as a key to the shop
    A13 the first admin's address registered by a stranger

    S1 stored passwords
    S2 short, common, long and odd passwords
    S3 a huge password, and 50 sign-ins at once
    S4 address or password changed with a session left open
    S5 passwords of one account guessed
    S6 one password tried on many accounts
    S7 whether an address has an account: text, status and time
    S8 a reset token: strength, keeping, logs, Referer
    S9 a reset token used twice, overtaken, or after a change
    S10 a reset token after half an hour
    S11 reset links tried out
    S12 a reset asked for under a forged host
    S13 sessions and the owner after a change of the password
    S14 strength, keeping and life of a token
    S15 a token in addresses, logs and error pages
    S16 a stolen token, and signing out
    S17 odd addresses and names at registration
    S18 robot check missing, used twice, or out of order
    S20 what an old sign-in, or a key, may not do any more
    S21 an owner locked out by strangers' guesses

    U1 photos sent by others than the seller
    U2 files that are no photos, whatever their names say
    U3 pictures that are enormous once they are read
    U4 compressed bodies and archives
    U5 uploads too large, too many, too slow, and broken
    U6 odd names of files
    U7 a stored photo, opened by itself
    U8 what a photo tells beside its picture
    U9 broken photos
    U10 more photos than there is room for
    U11 killed while a photo is being written
    U12 addresses of photos that are not the shop's own

    X1 scripts in everything that is stored
    X2 markup in a description
    X3 scripts in everything that is asked for
    X4 SQL in every field
    X5 wildcards and patterns in a search
    X6 other places than the shop named as the page to go to after signing in
    X7 formulas in an export
    X8 keys that reach for a prototype
    X9 line ends and control characters in headers and logs
    X10 mail injected through names and addresses
    X11 addresses that the server could be made to ask
    X12 bodies and addresses that can be read in two ways
    X13 random requests made from our own OpenAPI file
    X14 damaged values in the storage of a browser
    X15 hostile Markdown in text pages
    X16 colors, typefaces and home pages chosen at random
    X17 addresses of photos that lead to hosts that are not public
    X18 damaged files of products, past orders and reviews from other shops
    X19 a file of products of 200 MB

    H1 headers of every answer
    H2 what the browser may load, by policy
    H3 calls from the pages of other origins
    H4 forms and pictures of other sites
    H5 scripts of others, and in which documents
    H6 scripts of the order page against their inventory
    H7 the order page tampered with
    H8 the number of a card
    H9 the file by which Apple knows the domain
    H11 files and routes that are nobody's business
    H12 a page's headers changed for others by an odd address
    H13 a caller's own answer sent to others from the cache

    Q1 500 slow clients
    Q2 a body over 64 kB
    Q3 10,000 idle connections
    Q4 500 lists of products a second
    Q5 impossible page numbers
    Q6 a flood of forgotten passwords
    Q7 a flood of registrations
    Q8 a forged X-Forwarded-For
    Q9 the event loop under floods
    Q10 a shop used for hours, with faults
    Q11 a flood of pages that are not in the cache
    Q12 a flood of orders
    Q13 a flood of reads that take the database long
    Q14 checkouts during a flood of pages and searches
    Q16 a megabyte for every expression
    Q15 aborted requests fill the log

    O1 stopped under load
    O2 a new version with a migration rolled out under load
    O3 two versions side by side on one database
    O4 secrets in the log of a full tour
    O5 six faults, each of which is an alert | the disk as root on Linux, who may mount a small one
    O7 started with a missing or weak secret
    O8 three discrepancies planted in a day's ledger
    O9 demo payments in public
    O10 an owner's command in the wrong folder
    O11 personal data in the database's log
    O12 the ledger tampered with
    O13 a settings file with slips, halves of values and other programs' variables
    O14 a month of 5,000 payments with three differences, and each kind of difference by itself
    O15 a start that gets no processor for twelve seconds`),
  O6: { what: 'what we depend on', limits: 'known faults are asked for with npm audit, which needs the network' },
}

export type Row = { what: string; limits?: string }

function rowsOf(lines: string): Record<string, Row> {
  const rows = lines.split('\n').filter((line) => line.trim())
  return Object.fromEntries(
    rows.map((line) => {
      const [, name = '', what = '', limits] = /^(\S+) (.+?)(?: \| (.+))?$/.exec(line.trim()) ?? []
      return [name, limits ? { what, limits } : { what }]
    }),
  )
}
