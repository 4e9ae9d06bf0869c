// The schemas between the code and the JSON of the calls that shoppers make.
import './zod-csp.ts'
import { ApiKeys, CreatedApiKey } from '#contract/api-keys.ts'
import { CouponEffect } from '#contract/coupons.ts'
import { ClaimedOrders, NewOrder, Order, Orders } from '#contract/orders.ts'
import { PaymentResult, PaymentSetup } from '#contract/payments.ts'
import { Categories, Product, ProductPage, Products, Shelves, Suggestions } from '#contract/products.ts'
import { PlaceRates } from '#contract/rates.ts'
import { RobotChallenge, RobotCheckSetup } from '#contract/robot-check.ts'
import { SavedAddresses } from '#contract/saved-addresses.ts'
import { ShopInfo } from '#contract/shop-info.ts'
import { Done, SignedIn, UserDetails, UserInfo } from '#contract/users.ts'

export const schemas = {
  ApiKeys,
  Categories,
  ClaimedOrders,
  CouponEffect,
  CreatedApiKey,
  Done,
  NewOrder,
  Order,
  Orders,
  PaymentResult,
  PaymentSetup,
  PlaceRates,
  Product,
  ProductPage,
  Products,
  RobotChallenge,
  RobotCheckSetup,
  SavedAddresses,
  Shelves,
  ShopInfo,
  SignedIn,
  Suggestions,
  UserDetails,
  UserInfo,
}

export { encode } from './encode.ts'
