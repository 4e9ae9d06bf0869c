import { cityLine } from '#contract/addresses.ts'

type Address = {
  address: string
  address2?: string | undefined
  city: string
  state: string
  postalCode: string
  country?: string | undefined
  phone?: string | undefined
}

/** An address as on a shipping label; nothing for an order that goes nowhere. */
export const AddressLines = ({ address: { address, address2, country, phone, ...place } }: { address: Address }) => (
  <address className="not-italic">
    {address && (
      <>
        {address}
        <br />
      </>
    )}
    {address2 && (
      <>
        {address2}
        <br />
      </>
    )}
    {place.city && (
      <>
        {cityLine(place)}
        <br />
        {country}
      </>
    )}
    {phone && (
      <>
        <br />
        {phone}
      </>
    )}
  </address>
)
