/** Fixed sentences of the shop, odd spelling included: users and programs rely on the exact wording. */
export const TEXT = {
  searchTitle: "Find what your're looking for!",
  featured: 'Featured Products',
  about: 'About',
  searchResults: 'Search Results For',
  browseAll: 'Browse All',
  goBack: 'Go Back',
  inStock: 'In Stock',
  outOfStock: 'Out of Stock',
  addToCart: 'Add to Cart',
  cartEmpty: 'Your Cart is Empty :(',
  proceedToCheckout: 'Proceed to Checkout',
  signIn: 'Sign In',
  name: 'Name',
  emailAddress: 'Email Address',
  password: 'Password',
  confirmPassword: 'Confirm Password',
  forgotPassword: 'Forgot Password?',
  newCustomer: 'New Customer?',
  register: 'Register',
  createAccount: 'Create Account',
  completeAllFields: 'Must Complete all Fields!',
  passwordsDoNotMatch: 'Passwords Do Not Match!',
  completeRobotCheck: 'Must Complete ReCAPTCHA!',
  update: 'Update',
  myOrders: 'My Orders',
  paid: 'Paid',
  notPaid: 'Not Paid',
  paidOn: 'Paid on:',
  shipped: 'Shipped',
  shippedBadge: 'Shipped!',
  notShipped: 'Not Shipped',
  markShipped: 'Mark Shipped',
  details: 'Details',
  areYouSure: 'Are you sure?',
  shipping: 'Shipping',
  address: 'Address',
  city: 'City',
  state: 'State',
  postalCode: 'Postal Code',
  country: 'Country',
  payment: 'Payment',
  placeOrder: 'Place Order',
  orderItems: 'Order Items',
  continue: 'Continue',
  selectState: '--Select a state--',
  addressIncomplete: 'Your must complete all fields!',
  zipInvalid: 'You must enter a valid ZIP Code!',
  paymentMethod: 'Payment Method',
  creditCard: 'Credit Card',
  discountCode: 'Discount Code',
  applyCode: 'Apply Code',
  couponInvalid: 'Invalid Coupon Code!',
  orderSummary: 'Order Summary',
  notSet: 'Not Set',
} as const

/** Message on an ordered item that sold out before payment. */
export const itemGone = (item: string) => `${item} is no longer available, and has been removed.`

/** Message on an item of which there is less than was asked for. */
export const fewerLeft = (item: string, left: number) => `Only ${left} of ${item} left.`

/** The texts of a product that its page lists, with their labels. */
export const PRODUCT_FACTS = {
  color: 'Color',
  materials: 'Materials',
  size: 'Size',
  weight: 'Weight',
  care: 'Care',
  edition: 'Edition',
} as const

const { color: _, ...givenFacts } = PRODUCT_FACTS
/** The facts that a product has only when the seller gives them. */
export const GIVEN_FACTS = Object.keys(givenFacts) as (keyof typeof givenFacts)[]
