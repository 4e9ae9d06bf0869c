// The script of the page of an order that was placed without JavaScript. Where it runs there is JavaScript after all, so
// it goes on to the card form, with the key of the order that the address has.
import { PLACED_KEY } from '#web/shop/checkout/placed-order.ts'

const { order } = document.getElementById(PLACED_KEY)?.dataset ?? {}
if (order && window.location.hash) window.location.replace(`/order/${order}${window.location.hash}`)
