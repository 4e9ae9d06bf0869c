// Stands in for Square's Web Payments SDK: the same calls, with plain fields in place of Square's frames. A test decides
// what goes wrong by `window.squareWishes`, and sees in `window.squareSeen` what the shop has handed over.
;(() => {
  const wishes = { wallets: [], outcomes: [], ...window.squareWishes }
  window.squareSeen = { details: [], attached: 0, destroyed: 0, totals: [], updates: [] }
  const seen = window.squareSeen

  const DECLINED_CARD = '4000000000000002'
  const FIELDS = [
    ['number', 'Card number', 'cardNumber'],
    ['expiry', 'MM/YY', 'expirationDate'],
    ['cvv', 'CVV', 'cvv'],
    ['zip', 'ZIP', 'postalCode'],
  ]

  const failure = (name, message) => Object.assign(new Error(message), { name })
  const never = () => new Promise(() => {})
  // Square's classes use `this`: a method that has lost its object must not work here either.
  const requireSelf = (self) => {
    if (!self) throw new TypeError('A method was called without its object.')
  }

  function field([name, label], style) {
    const box = document.createElement('label')
    box.style.cssText = `display:grid;gap:4px;font:14px sans-serif;color:${style.input.color}`
    const input = document.createElement('input')
    input.name = name
    input.autocomplete = 'off'
    const { borderColor, borderRadius } = style['.input-container']
    input.style.cssText = `font:17px sans-serif;padding:10px;width:100%;border:1px solid ${borderColor};border-radius:${borderRadius};background:${style.input.backgroundColor}`
    box.append(label, input)
    return { box, input }
  }

  class Card extends EventTarget {
    constructor({ style }) {
      super()
      this.fields = Object.fromEntries(FIELDS.map((one) => [one[0], field(one, style)]))
    }
    async attach(place) {
      if (this.place) throw failure('PaymentMethodAlreadyAttachedError', 'Card was already attached.')
      if (wishes.attach === 'hang') return never()
      this.place = place
      seen.attached++
      const form = document.createElement('div')
      form.style.cssText = 'display:grid;gap:8px;grid-template-columns:1fr 1fr 1fr'
      for (const [name, { box, input }] of Object.entries(this.fields)) {
        if (name === 'number') box.style.gridColumn = '1 / -1'
        input.addEventListener('keydown', ({ key }) => key === 'Enter' && this.dispatchEvent(new Event('submit')))
        form.append(box)
      }
      place.append(form)
    }
    async tokenize(details) {
      seen.details.push(details)
      const outcome = wishes.outcomes.shift()
      if (outcome === 'hang') return never()
      if (outcome === 'throw') throw failure('TokenizationError', 'Tokenization failed.')
      if (outcome) return outcome
      const typed = (name) => this.fields[name].input.value.replaceAll(' ', '')
      const missing = FIELDS.find(([name]) => !typed(name))
      if (missing) {
        const error = { type: 'VALIDATION_ERROR', message: `${missing[1]} is not valid`, field: missing[2] }
        return { status: 'Invalid', errors: [error] }
      }
      const isDeclined = typed('number') === DECLINED_CARD
      return { status: 'OK', token: isDeclined ? 'cnon:card-nonce-declined' : 'cnon:card-nonce-ok' }
    }
    async focus(name) {
      const [key] = FIELDS.find(([, , field]) => field === name)
      this.fields[key].input.focus()
      return true
    }
    recalculateSize() {
      requireSelf(this)
    }
    async destroy() {
      seen.destroyed++
      this.place?.replaceChildren()
      return true
    }
  }

  function darkButton(name, onPress = () => {}) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = name
    button.style.cssText =
      'width:100%;height:100%;min-height:48px;border-radius:24px;border:0;background:#000;color:#fff'
    button.addEventListener('click', onPress)
    return button
  }

  const BUYER = { givenName: 'Ada', familyName: 'Lane', email: 'ada.lane@shopper.example' }
  const PLACE = { city: 'Denver', state: 'CO', postalCode: '80202', countryCode: 'US' }

  class Wallet {
    constructor(request) {
      this.request = request
    }
    async tokenize() {
      requireSelf(this)
      const outcome = wishes.outcomes.shift()
      if (outcome) return outcome
      const { shippingcontactchanged: askAddress } = this.request.listeners
      const token = wishes.token ?? 'cnon:card-nonce-ok'
      if (!askAddress) return { status: 'OK', token }
      // The whole address comes after the buyer has agreed.
      const update = await askAddress({ ...PLACE, ...wishes.place })
      seen.updates.push(update)
      if (update.error) return { status: 'Cancel' }
      const contact = { ...BUYER, addressLines: ['1 Main Street'], ...PLACE, ...wishes.place }
      return { status: 'OK', token, details: { shipping: { contact, option: update.shippingOptions?.[0] } } }
    }
    async attach(place) {
      place.append(darkButton('Google Pay'))
    }
    async destroy() {
      return true
    }
  }

  // Cash App tokenizes by itself, and refuses to be attached without a listener.
  class CashApp extends EventTarget {
    addEventListener(...args) {
      this.isHeard = true
      super.addEventListener(...args)
    }
    async attach(place) {
      if (!this.isHeard) throw failure('PaymentMethodMissingListener', 'ontokenization needs a listener.')
      place.append(
        darkButton('Cash App Pay', () => {
          const tokenResult = wishes.outcomes.shift() ?? { status: 'OK', token: 'wnon:cash-app-ok' }
          this.dispatchEvent(new CustomEvent('ontokenization', { detail: { tokenResult } }))
        }),
      )
    }
    async destroy() {
      return true
    }
  }

  class Afterpay {
    async attach(place) {
      place.append(darkButton('Afterpay'))
    }
    async tokenize() {
      requireSelf(this)
      return wishes.outcomes.shift() ?? { status: 'OK', token: 'bnon:afterpay-ok' }
    }
    async destroy() {
      return true
    }
  }

  function offered(name, request) {
    if (!request) throw failure('PaymentRequestError', 'paymentRequest is required')
    if (!wishes.wallets.includes(name)) throw failure('FeatureDisabledError', `${name} is not enabled.`)
  }

  async function wallet(name, request) {
    if (!request) throw failure('PaymentRequestError', 'paymentRequest is required when using digital wallets')
    if (!wishes.wallets.includes(name))
      throw failure('PaymentMethodUnsupportedError', `${name} is not supported in this browser.`)
    return new Wallet(request)
  }

  window.Square = {
    payments(applicationId, locationId) {
      if (wishes.applicationId === 'wrong' || !/^sandbox-sq0id[bp]-/.test(applicationId))
        throw failure('InvalidApplicationIdError', "The Payment 'applicationId' option is not in the correct format.")
      if (!locationId) throw failure('InvalidLocationError', 'A location is needed.')
      return {
        card: async (options) => new Card(options),
        paymentRequest({ total }) {
          if (wishes.paymentRequest === 'refused') throw failure('InvalidPaymentRequestError', 'Refused.')
          seen.totals.push(total.amount)
          const listeners = {}
          return {
            listeners,
            addEventListener: (type, listener) => Object.assign(listeners, { [type]: listener }),
            update(changed) {
              seen.totals.push(changed.total.amount)
              return true
            },
          }
        },
        applePay: (request) => wallet('Apple Pay', request),
        googlePay: (request) => wallet('Google Pay', request),
        async cashAppPay(request, { redirectURL, referenceId }) {
          offered('Cash App', request)
          if (!redirectURL || !referenceId) throw failure('CashAppPayMissingRedirectUrlError', 'redirectURL is needed.')
          return new CashApp()
        },
        async afterpayClearpay(request) {
          offered('Afterpay', request)
          return new Afterpay()
        },
      }
    },
  }
})()
