// The schemas that turn answers into what the store keeps (dollars into cents). They arrive with the first answer the
// browser asks for itself: a page rendered on the server needs none of them.
import './zod-csp.ts'
import type { z } from 'zod'
import { ApiKeys, CreatedApiKey } from '#contract/api-keys.ts'
import { CouponEffect } from '#contract/coupons.ts'
import { Order, Orders } from '#contract/orders.ts'
import { PaymentResult, PaymentSetup } from '#contract/payments.ts'
import { Categories, Product, ProductPage, Products, Shelves, Suggestions } from '#contract/products.ts'
import { RobotChallenge, RobotCheckSetup } from '#contract/robot-check.ts'
import { ShopInfo } from '#contract/shop-info.ts'
import { Done, SignedIn, UserDetails } from '#contract/users.ts'

export const wire = {
  ApiKeys,
  Categories,
  CouponEffect,
  CreatedApiKey,
  Done,
  Order,
  Orders,
  PaymentResult,
  PaymentSetup,
  Product,
  ProductPage,
  Products,
  RobotChallenge,
  RobotCheckSetup,
  Shelves,
  ShopInfo,
  SignedIn,
  Suggestions,
  UserDetails,
}

export type Wire = { [Name in keyof typeof wire]: z.output<(typeof wire)[Name]> }
