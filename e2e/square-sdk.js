// Stands in for Square's Web Payments SDK: the same calls, with plain fields in place of Square's frames. A test decides
// what goes wrong by `window.squareWishes`, and sees in `window.squareSeen` what the shop has handed over.
;(() => {
  const wishes = { wallets: [], outcomes: [], ...window.squareWishes }
  window.squareSeen = { details: [], attached: 0, destroyed: 0, totals: [] }
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

  class Wallet {
    async tokenize() {
      requireSelf(this)
      return wishes.outcomes.shift() ?? { status: 'OK', token: 'cnon:card-nonce-ok' }
    }
    async attach(place) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = 'Google Pay'
      button.style.cssText =
        'width:100%;height:100%;min-height:48px;border-radius:24px;border:0;background:#000;color:#fff'
      place.append(button)
    }
    async destroy() {
      return true
    }
  }

  async function wallet(name, request) {
    if (!request) throw failure('PaymentRequestError', 'paymentRequest is required when using digital wallets')
    if (!wishes.wallets.includes(name))
      throw failure('PaymentMethodUnsupportedError', `${name} is not supported in this browser.`)
    return new Wallet()
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
          return {
            update(changed) {
              seen.totals.push(changed.total.amount)
              return true
            },
          }
        },
        applePay: (request) => wallet('Apple Pay', request),
        googlePay: (request) => wallet('Google Pay', request),
      }
    },
  }
})()
